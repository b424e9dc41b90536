import { Icon, type IconProps } from './icon';

export function WhatsappIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 20l1.2-4A8.5 8.5 0 1 1 8.3 19L4 20z" />
      <path d="M9 8.8c0 3.6 2.7 6.3 6.2 6.3l.9-1.9-2.3-1.1-1 1c-1-.4-1.7-1.1-2.1-2.1l1-1L10.7 8 9 8.8z" />
    </Icon>
  );
}
