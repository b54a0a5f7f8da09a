import { encode } from 'uqr';

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48"
    >
      {/* Dark on light in every theme: cameras look for that. */}
      <rect width={size} height={size} className="fill-white" />
      <path d={squares.join('')} className="fill-black" />
    </svg>
  );
}
