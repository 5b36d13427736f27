// How charts look: the page's own colours and letters. Pure: knows no document.

/** Lines and bars that follow each other stay apart, also for who sees few colours. */
export const DASHES = ["solid", "dash", "dot", "dashdot", "longdash", "longdashdot"];

/** Return the layout of a figure in these colours; what the figure itself says wins. */
export function layoutIn(look, layout = {}) {
  const axis = {
    gridcolor: look.line, linecolor: look.line, zerolinecolor: look.strong, tickcolor: look.line,
    automargin: true, fixedrange: true, exponentformat: "none", separatethousands: true,
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
    // Above: below, it would lie on the words of the axis.
    legend: { orientation: "h", x: 0, y: 1.02, yanchor: "bottom", traceorder: "normal", ...layout.legend },
    xaxis: { ...axis, ...layout.xaxis },
    yaxis: { ...axis, ...layout.yaxis, title: { standoff: 12, ...layout.yaxis?.title } },
    shapes: layout.shapes?.map((shape) => ({ ...shape, line: { color: look.strong, ...shape.line } })) ?? [],
    // Names are told in full: plotly.js would cut them, and an escaped letter in two.
    hoverlabel: { bgcolor: look.surface, bordercolor: look.line, font: { color: look.ink }, namelength: -1 },
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

/** Return whether there is anything to draw: a value that is known. */
export function hasValues(series) {
  const known = (values) => (values ?? []).flat().some((value) => value !== null && value !== undefined);
  return series.some((each) => known(each.type === "heatmap" ? each.z : each.x) && known(each.y));
}

/** Return how a language writes numbers, days and months, as plotly.js wants to know it. */
export function formatOf(language) {
  const names = (part, count, day) => Array.from({ length: count }, (_, index) =>
    new Intl.DateTimeFormat(language, { ...part, timeZone: "UTC" }).format(day(index)));
  const ofMonth = (index) => Date.UTC(2026, index, 1);
  // The fourth of January 2026 was a Sunday.
  const ofWeek = (index) => Date.UTC(2026, 0, 4 + index);
  const parts = new Intl.NumberFormat(language, { useGrouping: "always" }).formatToParts(1234.5);
  const mark = (type) => parts.find((part) => part.type === type).value;
  const dayFirst = language !== "en";
  return {
    months: names({ month: "long" }, 12, ofMonth), shortMonths: names({ month: "short" }, 12, ofMonth),
    days: names({ weekday: "long" }, 7, ofWeek), shortDays: names({ weekday: "short" }, 7, ofWeek),
    decimal: mark("decimal"), thousands: mark("group"), periods: ["AM", "PM"], grouping: [3],
    date: dayFirst ? "%d.%m.%Y" : "%m/%d/%Y", time: "%H:%M:%S",
    year: "%Y", month: "%b %Y",
    dayMonth: dayFirst ? "%-d %b" : "%b %-d", dayMonthYear: dayFirst ? "%-d %b %Y" : "%b %-d, %Y",
  };
}

/** Return a name for a picture: what the chart is called, without what file systems refuse. */
export function fileName(title) {
  return title.normalize("NFKD").replace(/[^\w\- ]+/g, "").trim().replace(/\s+/g, "-").toLowerCase() || "chart";
}
