// Sets the theme before the first paint, so that no page flashes in the wrong one.
// A file of its own, because the content security policy forbids inline scripts.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem('moniker.theme');
  } catch {
    // Storage can be blocked; the system's theme is used then.
  }
  var isDark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  var bar = document.querySelector('meta[name="theme-color"]');
  if (bar) bar.content = isDark ? '#0d1512' : '#fbf9f3';
})();
