import type { ComponentProps, ComponentType } from 'react';

interface IconProps extends ComponentProps<'svg'> {
  /** Of its sides, in pixels. */
  size?: number;
  /** What it shows, where no words around it say so; without them it is not read out. */
  label?: string;
}

/** What an import such as `tabler:eye` is. */
export type Icon = ComponentType<IconProps>;

interface DrawingProps extends IconProps {
  drawing: { paths: { d: string; fill?: string }[]; isFilled: boolean };
}

/** One of Tabler's icons, in the colour of the words around it. */
export function Drawing({ size = 24, label, drawing, ...rest }: DrawingProps) {
  const { paths, isFilled } = drawing;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={isFilled ? 'currentColor' : 'none'}
      stroke={isFilled ? 'none' : 'currentColor'}
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
      {...rest}
    >
      {paths.map((path) => (
        <path key={path.d} {...path} />
      ))}
    </svg>
  );
}
