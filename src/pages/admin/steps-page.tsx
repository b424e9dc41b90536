import { StepList } from '@/features/admin/content/steps';

export default function AdminStepsPage() {
  return <StepList />;
}
