// Runs before the app. It is a separate file because the content security policy forbids inline scripts.
(function () {
  // Sets the theme before the first paint, to avoid a flash of the wrong one.
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

  // Requests early what the app would request only once its own code has loaded: the screen's code, which the build
  // lists in `data-screens`, and the signed-in user, if a cookie suggests a session.
  var isSignedIn = /(?:^|; )(?:__Host-)?moniker_signed_in=/.test(document.cookie);
  var screens = JSON.parse(document.currentScript.dataset.screens || '{}');
  var files = screens[(isSignedIn ? 'signed in ' : '') + window.location.pathname] || [];
  files.forEach(function (file) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = '/assets/' + file;
    document.head.appendChild(link);
  });
  if (isSignedIn) {
    window.earlyUser = fetch('/api/auth/user', {
      credentials: 'include',
      signal: AbortSignal.timeout(20000),
    });
    // The app handles a failure.
    window.earlyUser.catch(function () {});
  }
})();
