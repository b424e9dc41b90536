import { Icon, type IconProps } from './icon';

export function InstallIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 3.5V14M8 10.5l4 4 4-4M5 17v1.5A1.5 1.5 0 0 0 6.5 20h11a1.5 1.5 0 0 0 1.5-1.5V17" />
    </Icon>
  );
}
