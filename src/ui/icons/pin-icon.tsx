import { Icon, type IconProps } from './icon';

export function PinIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 21c4.5-4.6 7-8 7-11a7 7 0 1 0-14 0c0 3 2.5 6.4 7 11z" />
      <circle cx="12" cy="10" r="2.5" />
    </Icon>
  );
}
