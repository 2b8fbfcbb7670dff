/** The parts of this feature that other features use. */
export { SendingRulesFields } from './SendingRulesFields';
