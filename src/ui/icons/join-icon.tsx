import { Icon, type IconProps } from './icon';

export function JoinIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="10" cy="8" r="3.6" />
      <path d="M3.5 20c.6-3.9 3-6 6.5-6 1.5 0 2.8.4 3.9 1.1M18 14.5v6M15 17.5h6" />
    </Icon>
  );
}
