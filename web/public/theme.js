// Sets colours, size of text, motion and hand before the first paint, so that a dark screen never flashes light and nothing jumps. A file
// of its own because the content policy allows no inline script. web/src/ui/ThemeProvider.tsx and appearance.ts keep the same attributes
// while the app runs.
(function () {
  function read(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage is closed to us (a private window, a strict browser): follow the system.
      return null;
    }
  }
  var root = document.documentElement;
  var isEmbed = /^\/embed\/?$/i.test(location.pathname);
  var wish = read('veld-theme') || 'auto';
  // An embed has the theme that the website around it asks for.
  if (isEmbed) wish = (/[?&]theme=(light|dark|contrast)(?:&|$)/.exec(location.search) || [])[1] || 'auto';
  var isDark = wish === 'dark' || (wish === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  var isContrast = wish === 'contrast' || (wish === 'auto' && matchMedia('(prefers-contrast: more)').matches && !isDark);
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  if (isContrast) root.setAttribute('data-veld-contrast', '');
  var bar = document.querySelector('meta[name="theme-color"]');
  if (bar) bar.setAttribute('content', isDark ? '#1b2320' : isContrast ? '#ffffff' : '#f7f4ec');
  if (isEmbed) return;

  function set(name, value) {
    if (value) root.setAttribute(name, value);
    else root.removeAttribute(name);
  }
  function applyDevice() {
    var text = Number(read('veld-text'));
    root.style.fontSize = text >= 90 && text <= 200 && text !== 100 ? text + '%' : '';
    set('data-veld-motion', read('veld-motion') === 'reduce' && 'reduce');
    set('data-veld-hand', read('veld-hand') === 'left' && 'left');
  }
  applyDevice();
  // Changed in another tab.
  addEventListener('storage', applyDevice);
})();
