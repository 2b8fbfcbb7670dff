/** The parts of this feature that other features use. */
export { errorLabel } from './outbox-labels';
export { SendingRulesFields } from './SendingRulesFields';
