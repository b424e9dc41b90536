import { Icon, type IconProps } from './icon';

export function ExitIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M10 4H6a1.5 1.5 0 0 0-1.5 1.5v13A1.5 1.5 0 0 0 6 20h4M10 12h10M16 8l4 4-4 4" />
    </Icon>
  );
}
