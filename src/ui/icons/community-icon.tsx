import { Icon, type IconProps } from './icon';

export function CommunityIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="9" cy="8.5" r="3.3" />
      <path d="M3 19.5c.6-3.6 2.9-5.5 6-5.5s5.4 1.9 6 5.5M15.5 5.6a3.2 3.2 0 0 1 0 5.8M17.5 14.6c1.9.8 3.1 2.4 3.5 4.9" />
    </Icon>
  );
}
