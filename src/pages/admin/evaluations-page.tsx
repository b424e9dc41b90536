import { EvaluationList } from '@/features/admin/lessons/evaluations';

export default function AdminEvaluationsPage() {
  return <EvaluationList />;
}
