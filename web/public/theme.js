// Sets the theme before the first paint, to avoid a flash of the wrong one.
// A separate file, because the content security policy forbids inline scripts.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem('moniker.theme');
  } catch {
    // If storage is blocked, the system theme is used.
  }
  var isDark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  var meta = document.querySelector('meta[name="theme-color"]');
  if (meta) meta.content = isDark ? '#0d1512' : '#fbf9f3';
})();
