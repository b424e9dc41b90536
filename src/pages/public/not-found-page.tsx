import { Missing } from '@/ui/missing';

export default function NotFoundPage() {
  return <Missing />;
}
