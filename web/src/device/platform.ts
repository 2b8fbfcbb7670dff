export type Platform = 'android' | 'ios' | 'desktop';

interface NavigatorFacts {
  userAgent: string;
  maxTouchPoints: number;
  userAgentData?: { platform?: string };
}

/** The operating system whose settings are explained. iPads report to be Macs, but no Mac has a touch screen. */
export function detectPlatform(navigator: NavigatorFacts): Platform {
  const { userAgent, maxTouchPoints, userAgentData } = navigator;
  if (userAgentData?.platform === 'Android' || /Android/.test(userAgent)) return 'android';
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ios';
  return 'desktop';
}
