import { Icon, type IconProps } from './icon';

export function EnterIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M14 4h4a1.5 1.5 0 0 1 1.5 1.5v13A1.5 1.5 0 0 1 18 20h-4M4 12h11M11 8l4 4-4 4" />
    </Icon>
  );
}
