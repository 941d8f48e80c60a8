// Runs before the first paint, which a module does not, and from a file of its own, because the
// content security policy refuses script in the page: sets the chosen colours, and marks the page
// of whoever is signed in, so that its head can be drawn while the panel's script is on its way.
(() => {
  const { dataset } = document.documentElement;
  const chosen = localStorage.getItem('color-scheme');
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  if (localStorage.getItem('token')) dataset.session = 'early';
})();
