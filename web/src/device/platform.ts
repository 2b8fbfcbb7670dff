export type Platform = 'android' | 'ios' | 'desktop';

interface Told {
  userAgent: string;
  maxTouchPoints: number;
  userAgentData?: { platform?: string };
}

/** Which settings a person has to look into. iPads say that they are Macs; no Mac has a screen to touch. */
export function platformOf(navigator: Told): Platform {
  const { userAgent, maxTouchPoints, userAgentData } = navigator;
  if (userAgentData?.platform === 'Android' || /Android/.test(userAgent)) return 'android';
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ios';
  return 'desktop';
}
