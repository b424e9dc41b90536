import { Icon, type IconProps } from './icon';

export function RefreshIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M20 11a8 8 0 1 0-.6 4.2M20 5v6h-6" />
    </Icon>
  );
}
