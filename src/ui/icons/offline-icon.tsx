import { Icon, type IconProps } from './icon';

export function OfflineIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m3 3 18 18M8.5 16.5a5 5 0 0 1 7 0M5 12.8a10 10 0 0 1 4.2-2.5M14 9.9a10 10 0 0 1 5 2.9M2 9a14 14 0 0 1 4-2.6M11 5.1A14 14 0 0 1 22 9M12 20h.01" />
    </Icon>
  );
}
