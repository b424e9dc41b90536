import { Icon, type IconProps } from './icon';

export function VerifiedIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m12 3 2.2 1.8 2.8-.2.7 2.7 2.4 1.5-1.1 2.6 1.1 2.6-2.4 1.5-.7 2.7-2.8-.2L12 20l-2.2-2-2.8.2-.7-2.7-2.4-1.5L5 11.4 3.9 8.8l2.4-1.5.7-2.7 2.8.2L12 3z" />
      <path d="m9 11.6 2.2 2.2 4-4.2" />
    </Icon>
  );
}
