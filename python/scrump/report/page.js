// Draws the figures that the page carries, each into the element of its name.
'use strict';
(() => {
  const figures = JSON.parse(document.getElementById('figures').textContent);
  const fingers = matchMedia('(pointer: coarse)').matches;  // dragging then scrolls the page
  const config = {
    responsive: true,
    displaylogo: false,
    modeBarButtons: [['toImage', 'resetScale2d']],
  };
  const drawn = Object.entries(figures).map(([id, figure]) => {
    if (fingers) figure.layout.dragmode = false;
    return Plotly.newPlot(id, figure.data, figure.layout, {...config, toImageButtonOptions: {format: 'svg', filename: id}});
  });
  Promise.all(drawn).then(() => { document.documentElement.dataset.drawn = String(drawn.length); });

  // A sheet of paper is narrower than most windows.
  const sheet = 680;
  const each = (change) => { for (const id of Object.keys(figures)) Plotly.relayout(id, change(document.getElementById(id))); };
  addEventListener('beforeprint', () => each((plot) => ({width: Math.min(sheet, plot.clientWidth)})));
  addEventListener('afterprint', () => each(() => ({width: null, autosize: true})));
})();
