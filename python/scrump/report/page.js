// Draws the figures that the page carries, each into the element of its name, light or dark as the reader's system is.
'use strict';
(async () => {
  const text = (name) => document.getElementById(`page-${name}`).textContent;

  const unpacked = async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (each) => each.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
  };
  if (typeof DecompressionStream === 'undefined') {
    document.getElementById('page-too-old').hidden = false;
    return;
  }
  const script = document.createElement('script');
  script.textContent = await unpacked(text('plotly'));
  document.head.append(script);  // runs at once

  const carried = text('figures');
  const {dark: replaced} = JSON.parse(carried);
  const figures = (dark) => JSON.parse(carried, (_, value) =>
    (dark && typeof value === 'string' && Object.hasOwn(replaced, value) ? replaced[value] : value)).figures;

  const fingers = matchMedia('(pointer: coarse)').matches;  // dragging then scrolls the page
  const config = {
    responsive: true,
    displaylogo: false,
    modeBarButtons: [['toImage', 'resetScale2d']],
  };
  const draw = (dark) => Promise.all(Object.entries(figures(dark)).map(([id, figure]) => {
    if (fingers) figure.layout.dragmode = false;
    const own = {...config, toImageButtonOptions: {format: 'svg', filename: id}};
    return Plotly.react(id, figure.data, figure.layout, own);
  }));

  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const drawn = await draw(scheme.matches);
  scheme.addEventListener('change', () => draw(scheme.matches));

  // A sheet of paper is white, and narrower than most windows.
  const sheet = 680;
  const each = (change) => {
    for (const plot of drawn) Plotly.relayout(plot, change(plot));
  };
  addEventListener('beforeprint', () => {
    if (scheme.matches) draw(false);
    each((plot) => ({width: Math.min(sheet, plot.clientWidth)}));
  });
  addEventListener('afterprint', () => {
    if (scheme.matches) draw(true);
    each(() => ({width: null, autosize: true}));
  });
  document.documentElement.dataset.drawn = String(drawn.length);
})();
