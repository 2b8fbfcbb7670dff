// Sets the colours before the first paint, so that a dark screen never flashes light. A file of its own because the
// content policy allows no inline script. web/src/ui/ThemeProvider.tsx keeps the same attributes while the app runs.
(function () {
  var wish = 'auto';
  try {
    wish = localStorage.getItem('veld-theme') || 'auto';
  } catch {
    // Storage is closed to us (a private window, a strict browser): follow the system.
  }
  // An embed has the theme that the website around it asks for.
  if (/^\/embed\/?$/i.test(location.pathname)) wish = (/[?&]theme=(light|dark|contrast)(?:&|$)/.exec(location.search) || [])[1] || 'auto';
  var isDark = wish === 'dark' || (wish === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  var isContrast = wish === 'contrast' || (wish === 'auto' && matchMedia('(prefers-contrast: more)').matches && !isDark);
  var root = document.documentElement;
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  if (isContrast) root.setAttribute('data-veld-contrast', '');
  var bar = document.querySelector('meta[name="theme-color"]');
  if (bar) bar.setAttribute('content', isDark ? '#1b2320' : isContrast ? '#ffffff' : '#f7f4ec');
})();
