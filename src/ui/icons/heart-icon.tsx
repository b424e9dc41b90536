import { Icon, type IconProps } from './icon';

export function HeartIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 20.5C5.5 15.9 3 12.6 3 9a4.6 4.6 0 0 1 8.3-2.8L12 7l.7-.8A4.6 4.6 0 0 1 21 9c0 3.6-2.5 6.9-9 11.5z" />
    </Icon>
  );
}
