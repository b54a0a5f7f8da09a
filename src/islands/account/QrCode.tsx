import { useEffect, useState } from 'react';

/** A QR code as one drawing; what draws it is fetched when it is needed. Without it there is the text. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<{ size: number; path: string } | null>(null);

  useEffect(() => {
    let isGone = false;
    import('uqr').then(
      ({ encode }) => {
        const { size, data } = encode(text, { border: 2 });
        const squares = data.flatMap((row, y) =>
          row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
        );
        if (!isGone) setCode({ size, path: squares.join('') });
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [text]);

  if (!code) return null;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
      className="size-48"
    >
      {/* Dark on light in every theme: cameras look for that. */}
      <rect width={code.size} height={code.size} className="fill-white" />
      <path d={code.path} className="fill-black" />
    </svg>
  );
}
