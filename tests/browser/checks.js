{
  // Texts whose contrast with what lies behind them is below WCAG 2.2 AA.
  faintTexts() {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    const brush = canvas.getContext("2d", { willReadFrequently: true });
    const painted = new Map();
    const paint = (colour) => {
      brush.clearRect(0, 0, 1, 1);
      brush.fillStyle = colour;
      brush.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
      return [r, g, b, a / 255];
    };
    const rgba = (colour) => {
      if (!painted.has(colour)) painted.set(colour, paint(colour));
      return painted.get(colour);
    };
    const over = ([r, g, b, a], [r2, g2, b2]) =>
      [r * a + r2 * (1 - a), g * a + g2 * (1 - a), b * a + b2 * (1 - a), 1];
    const luminance = ([r, g, b]) => {
      const [x, y, z] = [r, g, b].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const behind = (element) => {
      if (!element) return [255, 255, 255, 1];
      const own = rgba(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, behind(element.parentElement));
    };
    const contrast = (one, other) => {
      const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
      return (high + 0.05) / (low + 0.05);
    };
    const found = [];
    for (const element of document.querySelectorAll("body *")) {
      const words = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
      if (!words.length || !element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      const size = parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
      const paper = behind(element);
      const ratio = contrast(over(rgba(style.color), paper), paper);
      if (ratio < (isLarge ? 3 : 4.5)) found.push(`${words[0].data.trim()}: ${ratio.toFixed(2)}`);
    }
    return found;
  },

  // What is pressed and is smaller than 24 by 24 pixels; links within a sentence may be.
  smallTargets() {
    const found = [];
    for (const element of document.querySelectorAll("button, .button, .tabs a, .brand, select, input:not([type=hidden])")) {
      const { width, height } = element.getBoundingClientRect();
      if (element.checkVisibility() && (width < 24 || height < 24)) {
        found.push(`${element.textContent.trim() || element.name}: ${width}×${height}`);
      }
    }
    return found;
  },
}
