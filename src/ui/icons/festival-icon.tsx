import { Icon, type IconProps } from './icon';

export function FestivalIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="7" cy="17.5" r="2.8" />
      <circle cx="17" cy="15.5" r="2.8" />
      <path d="M9.8 17.5V6.2l10-2.2v11.5M9.8 10l10-2.2" />
    </Icon>
  );
}
