// Before the first paint, so that nobody is blinded.
try {
  var theme = JSON.parse(localStorage.getItem('backchannel.theme') || 'null');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's theme it is.
}
