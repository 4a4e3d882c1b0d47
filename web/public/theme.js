// Before anything is drawn: the theme chosen last time, so that a dark room is never lit for a moment.
;(() => {
  try {
    const theme = localStorage.getItem('eventide-theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  } catch {
    // No storage allowed: the system's theme it is.
  }
})()
