import { Icon, type IconProps } from './icon';

export function PlayIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M7 5.2v13.6a.9.9 0 0 0 1.37.77l11-6.8a.9.9 0 0 0 0-1.54l-11-6.8A.9.9 0 0 0 7 5.2Z" />
    </Icon>
  );
}
