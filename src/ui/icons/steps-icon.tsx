import { Icon, type IconProps } from './icon';

export function StepsIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5 19.5V15h4.5v-4.5H14V6h5.5" />
    </Icon>
  );
}
