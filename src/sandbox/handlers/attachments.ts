/** What is attached to whom. */
import type { Target } from '../documents/document.ts';
import { badRequest, notFound } from '../http/errors.ts';
import type { Call } from '../http/handler.ts';

/** @throws HttpError 404 for a target that does not exist */
export function attach({ world }: Call, attached: Target[], target: Target): void {
  const { targetType, targetId } = target;
  const exists = targetType === 'agent' ? world.agents.has(targetId) : world.assistants.has(targetId);
  if (!exists) throw notFound(`${targetType} ${targetId}`);
  if (!attached.some((one) => isSame(one, target))) attached.push(target);
}

/** @throws HttpError 400 where it is not attached */
export function detach(attached: Target[], target: Target): void {
  const at = attached.findIndex((one) => isSame(one, target));
  if (at < 0) throw badRequest(`it is not attached to ${target.targetType} ${target.targetId}`, 'targetId');
  attached.splice(at, 1);
}

const isSame = (a: Target, b: Target): boolean => a.targetType === b.targetType && a.targetId === b.targetId;
