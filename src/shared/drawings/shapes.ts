/** Each shape is an SVG path. Angles are in degrees, clockwise from 0 at the top. */

export type Point = [x: number, y: number];

/** Rounds to one decimal place. */
export const roundToTenth = (value: number) => Math.round(value * 10) / 10;
const at = (x: number, y: number) => `${roundToTenth(x)} ${roundToTenth(y)}`;

/** Returns the point at a distance and an angle from another; degrees run clockwise from the top. */
export function polar(x: number, y: number, radius: number, degrees: number): Point {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
}

export function line(...points: Point[]): string {
  return `M${points.map(([x, y]) => at(x, y)).join('L')}`;
}

/** Returns the path of an ellipse about a point. @param across half its width @param down half its height */
export function ellipse(x: number, y: number, across: number, down: number): string {
  const half = (direction: 1 | -1) => `a${across} ${down} 0 1 0 ${roundToTenth(direction * across * 2)} 0`;
  return `M${at(x - across, y)}${half(1)}${half(-1)}`;
}

export function circle(x: number, y: number, radius: number): string {
  return ellipse(x, y, radius, radius);
}

/** @param turn from standing on two points */
export function star(x: number, y: number, points: number, outer: number, inner: number, turn = 0): string {
  const step = 180 / points;
  const corners = Array.from({ length: points * 2 }, (_, index) =>
    polar(x, y, index % 2 === 0 ? outer : inner, turn + index * step),
  );
  return `${line(...corners)}Z`;
}

export function rays(x: number, y: number, count: number, from: number, to: number, offset = 0): string {
  return Array.from({ length: count }, (_, index) => {
    const degrees = offset + (index * 360) / count;
    return line(polar(x, y, from, degrees), polar(x, y, to, degrees));
  }).join('');
}

export function box(x: number, y: number, width: number, height: number, radius = 0): string {
  const corner = (dx: number, dy: number) => (radius ? `a${radius} ${radius} 0 0 1 ${dx} ${dy}` : '');
  const across = roundToTenth(width - 2 * radius);
  const down = roundToTenth(height - 2 * radius);
  return (
    `M${at(x + radius, y)}h${across}${corner(radius, radius)}v${down}${corner(-radius, radius)}` +
    `h${-across}${corner(-radius, -radius)}v${-down}${corner(radius, -radius)}Z`
  );
}

/** Draws both sides of a card, 120 wide: `draw` gets a function that makes an x of the left side one of its side. */
export function onBothSides(draw: (x: (left: number) => number) => string): string {
  return draw((left) => left) + draw((left) => 120 - left);
}

export function lemniscate(x: number, y: number, size: number): string {
  const [wide, high] = [size * 1.2, size * 0.68];
  const loop = (side: 1 | -1) =>
    `C${at(x + side * size * 0.55, y - high)} ${at(x + side * wide, y - high)} ${at(x + side * wide, y)}` +
    `S${at(x + side * size * 0.55, y + high)} ${at(x, y)}`;
  return `M${at(x, y)}${loop(-1)}${loop(1)}`;
}

/** A moon that opens upward. */
export function crescent(x: number, y: number, radius: number): string {
  const reach = roundToTenth(radius * 0.8);
  const [left, right] = [at(x - radius * 0.9, y - radius * 0.4), at(x + radius * 0.9, y - radius * 0.4)];
  return `M${left}A${radius} ${radius} 0 1 0 ${right}A${reach} ${reach} 0 1 1 ${left}Z`;
}

export function waves(from: number, to: number, y: number, count: number, depth: number): string {
  const step = (to - from) / count;
  return `M${at(from, y)}${`q${roundToTenth(step / 2)} ${depth} ${roundToTenth(step)} 0`.repeat(count)}`;
}
