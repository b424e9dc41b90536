import { Icon, type IconProps } from './icon';

export function TicketIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 8a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v1.8a2.2 2.2 0 0 0 0 4.4V16a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-1.8a2.2 2.2 0 0 0 0-4.4Z" />
      <path d="M14 6.5v2M14 11v2M14 15.5v2" />
    </Icon>
  );
}
