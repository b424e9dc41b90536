import { Icon, type IconProps } from './icon';

export function TeachIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 3.5 14 9l5.5 2-5.5 2-2 5.5-2-5.5-5.5-2L10 9l2-5.5zM19 17v4M17 19h4" />
    </Icon>
  );
}
