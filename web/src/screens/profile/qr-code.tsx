import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './second-factor.module.css';

interface Drawn {
  size: number;
  path: string;
}

/** Drawn once its maker is loaded, which nothing else needs; dark on light whatever the theme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<Drawn>();
  useEffect(() => {
    let isWanted = true;
    draw(text).then((next) => isWanted && setDrawn(next), console.error);
    return () => {
      isWanted = false;
    };
  }, [text]);
  if (!drawn) return <Skeleton className={classes.code ?? ''} />;
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={drawn.path} />
    </svg>
  );
}

async function draw(text: string): Promise<Drawn> {
  const { encode } = await import('uqr');
  // Four light modules around it, as the standard wants.
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  );
  return { size, path: squares.join('') };
}
