// How charts look: the page's own colours and letters. Pure: knows no document.

/** Lines and bars that follow each other stay apart, also for who sees few colours. */
export const DASHES = ["solid", "dash", "dot", "dashdot", "longdash", "longdashdot"];

/** Return the layout of a figure in these colours; what the figure itself says wins. */
export function layoutIn(look, layout = {}) {
  const axis = {
    gridcolor: look.line, linecolor: look.line, zerolinecolor: look.line, tickcolor: look.line,
    automargin: true, fixedrange: true,
  };
  return {
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    font: { family: look.font, size: 13, color: look.ink },
    colorway: look.colours,
    margin: { l: 48, r: 16, t: 16, b: 40 },
    hovermode: "closest",
    dragmode: false,
    ...layout,
    legend: { orientation: "h", y: -0.2, ...layout.legend },
    xaxis: { ...axis, ...layout.xaxis },
    yaxis: { ...axis, ...layout.yaxis, title: { standoff: 12, ...layout.yaxis?.title } },
    hoverlabel: { bgcolor: look.surface, bordercolor: look.line, font: { color: look.ink } },
  };
}

/** Return the series with a dash of their own where there are more of them than colours. */
export function seriesIn(look, series) {
  return series.map((each, index) => {
    if (each.type === "heatmap") return { ...each, colorscale: [[0, look.surface], [1, look.colours[0]]] };
    if (each.type !== "scatter") return each;
    const dash = DASHES[Math.floor(index / look.colours.length) % DASHES.length];
    return { ...each, line: { dash, width: 2, ...each.line } };
  });
}

/** Return a name for a picture: what the chart is called, without what file systems refuse. */
export function fileName(title) {
  return title.normalize("NFKD").replace(/[^\w\- ]+/g, "").trim().replace(/\s+/g, "-").toLowerCase() || "chart";
}
