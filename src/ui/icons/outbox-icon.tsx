import { Icon, type IconProps } from './icon';

export function OutboxIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 14V4m0 0L8 8m4-4 4 4M4 14v4a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-4" />
    </Icon>
  );
}
