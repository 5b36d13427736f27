// Charts of a page: each reads its figure from the address in data-chart and draws it with plotly.js.
/* global Plotly */
import { fileName, formatOf, hasValues, layoutIn, seriesIn } from "./charts_look.js";

const COLOURS = ["--petrol", "--sienna", "--ochre", "--good", "--danger", "--focus", "--neutral"];

const LANGUAGE = document.documentElement.lang;

/** Return what the page's colours are now: by day, by night, or as its person chose. */
function lookOf(element) {
  const probe = document.createElement("span");
  probe.hidden = true;
  element.append(probe);
  const resolve = (name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const look = {
    ink: resolve("--ink"), line: resolve("--line"), strong: resolve("--line-strong"), surface: resolve("--surface"),
    colours: COLOURS.map(resolve), font: getComputedStyle(element).fontFamily,
  };
  probe.remove();
  return look;
}

function draw(plot) {
  const { figure } = plot;
  if (!figure) return;
  const isEmpty = !hasValues(figure.data);
  plot.closest("[data-chart-box]").querySelector("[data-chart-empty]").hidden = !isEmpty;
  plot.hidden = isEmpty;
  if (isEmpty) return;
  const look = lookOf(plot);
  const options = { displayModeBar: false, responsive: true, locale: LANGUAGE };
  Plotly.react(plot, seriesIn(look, figure.data), layoutIn(look, figure.layout), options);
}

async function load(plot) {
  const problem = plot.closest("[data-chart-box]").querySelector("[data-chart-problem]");
  try {
    const response = await fetch(plot.dataset.chart, { headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(response.status);
    plot.figure = await response.json();
    problem.hidden = true;
    draw(plot);
    plot.dataset.drawn = "yes";
  } catch {
    problem.hidden = false;
  } finally {
    plot.setAttribute("aria-busy", "false");
  }
}

function savePicture(button) {
  const plot = button.closest("[data-chart-box]").querySelector("[data-chart]");
  const { width, height } = plot.getBoundingClientRect();
  Plotly.downloadImage(plot, {
    format: button.dataset.chartPicture, filename: fileName(plot.dataset.title), width, height, scale: 2,
  });
}

const plots = () => document.querySelectorAll("[data-chart]");

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-chart-picture]");
  if (button) savePicture(button);
});
Plotly.register({ moduleType: "locale", name: LANGUAGE, dictionary: {}, format: formatOf(LANGUAGE) });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => plots().forEach(draw));
// A new run: the server says so with an event of this name.
document.body.addEventListener("palio:run", () => plots().forEach(load));
plots().forEach(load);
