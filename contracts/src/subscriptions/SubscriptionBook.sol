// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ISubscriptionManager} from "./interfaces/ISubscriptionManager.sol";
import {SubscriptionPairs} from "./SubscriptionPairs.sol";
import {Agreement, Progress, SubscriptionSlots} from "./SubscriptionSlots.sol";

/// @title The subscriptions that there are
/// @notice What is stored of each, and what may be charged when.
abstract contract SubscriptionBook is ISubscriptionManager, SubscriptionPairs {
    /// @dev Three words; the last alone changes.
    struct Stored {
        Agreement agreement;
        Progress progress;
    }

    /// @dev The live subscription of a payer, a registry, a merchant and a reference, and the one that follows it.
    struct RefHolders {
        bytes32 current;
        bytes32 successor;
    }

    /// @inheritdoc ISubscriptionManager
    uint256 public constant SUCCESSOR_AHEAD = 30 days;
    uint256 private constant MIN_INTERVAL = 1 days;
    /// @dev How many subscriptions a payer can have in a token at once: what is read of them all stays affordable.
    uint256 private constant MAX_LIVE = 32;

    mapping(bytes32 id => Stored) internal _stored;
    mapping(bytes32 key => RefHolders) private _byRef;
    mapping(address payer => mapping(address token => bytes32[])) private _idsOf;

    /// @inheritdoc ISubscriptionManager
    function get(bytes32 id) external view returns (Subscription memory subscription) {
        (Agreement memory agreement, Progress progress) = _read(id);
        if (agreement.payer() == address(0)) return subscription;
        (subscription.payer, subscription.merchantId) = (agreement.payer(), agreement.merchantId());
        Pair storage parties = pair[agreement.pair()];
        (subscription.registry, subscription.token) = (parties.registry, parties.token);
        (subscription.amount, subscription.interval) = (agreement.amount(), agreement.interval());
        subscription.startAt = agreement.startAt();
        (subscription.endAt, subscription.remaining) = (agreement.endAt(), progress.remaining());
        (subscription.period, subscription.number) = (progress.period(), progress.number());
        (subscription.periodCharged, subscription.cancelled) = (progress.periodCharged(), progress.isCancelled());
    }

    /// @inheritdoc ISubscriptionManager
    function nextChargeAt(bytes32 id) external view returns (uint256) {
        (Agreement memory agreement, Progress progress) = _read(id);
        if (_chargeable(agreement, progress) == 0) return 0;
        uint256 period = _periodOf(agreement);
        if (_chargedFor(progress, period) == agreement.amount()) ++period;
        return agreement.startAt() + period * agreement.interval();
    }

    /// @inheritdoc ISubscriptionManager
    function committed(address payer, address token) external view returns (uint256 sum) {
        bytes32[] storage ids = _idsOf[payer][token];
        for (uint256 i = 0; i < ids.length; ++i) {
            (Agreement memory agreement, Progress progress) = _read(ids[i]);
            sum += _chargeable(agreement, progress);
        }
    }

    /// @dev Stores a subscription whose terms are in their bounds, and whose reference is free.
    /// @return cap The most that is charged altogether
    /// @return startAt When period 0 begins
    function _store(bytes32 id, SubscriptionTerms calldata terms) internal returns (uint256 cap, uint256 startAt) {
        Stored storage stored = _stored[id];
        if (stored.agreement.payer() != address(0)) revert AlreadyEnrolled(id);
        startAt = Math.max(terms.startAt, block.timestamp);
        cap = _capOf(terms, startAt);
        if (terms.ref != bytes32(0)) _takeRef(id, terms, startAt);
        _list(id, terms.payer, terms.token);
        uint256 number = _numberOf(terms.registry, terms.token);
        stored.agreement = Agreement({
            first: SubscriptionSlots.packPayer(terms.payer, terms.amount),
            second: SubscriptionSlots.packSchedule(startAt, terms.endAt, terms.interval, terms.merchantId, number)
        });
        stored.progress = SubscriptionSlots.packProgress(cap, 0, 0, 0);
    }

    /// @dev Reads a subscription: no payer where there is none.
    function _read(bytes32 id) internal view returns (Agreement memory agreement, Progress progress) {
        Stored storage stored = _stored[id];
        return (stored.agreement, stored.progress);
    }

    /// @dev The same, and reverts `NotActive` where nothing is charged any more.
    function _readActive(bytes32 id) internal view returns (Agreement memory agreement, Progress progress) {
        (agreement, progress) = _read(id);
        if (!_isActive(agreement, progress)) revert NotActive(id);
    }

    /// @dev What stands after a charge, or why it is refused.
    function _next(Agreement memory agreement, Progress progress, Charge memory item)
        internal
        view
        returns (Progress next, bytes memory refusal)
    {
        if (!_isActive(agreement, progress)) return (next, abi.encodeWithSelector(NotActive.selector, item.id));
        uint256 startAt = agreement.startAt();
        if (block.timestamp < startAt) return (next, abi.encodeWithSelector(NotStarted.selector, startAt));
        uint256 period = _periodOf(agreement);
        uint256 number = progress.period() == period ? progress.number() : 0;
        if (item.period != period || item.number != number) {
            return (next, abi.encodeWithSelector(NotNextCharge.selector, period, number));
        }
        // Amounts have 96 bits, and what was charged is never above its limit.
        unchecked {
            uint256 charged = _chargedFor(progress, period);
            uint256 available = agreement.amount() - charged;
            uint256 remaining = progress.remaining();
            if (remaining < available) available = remaining;
            if (item.amount == 0 || item.amount > available) {
                return (next, abi.encodeWithSelector(AmountNotAvailable.selector, item.amount, available));
            }
            next = SubscriptionSlots.packProgress(remaining - item.amount, charged + item.amount, period, number + 1);
        }
    }

    /// @dev There is one, it was not cancelled, and its time is not up.
    function _isActive(Agreement memory agreement, Progress progress) private view returns (bool) {
        uint256 endAt = agreement.endAt();
        bool isOver = progress.isCancelled() || (endAt != 0 && block.timestamp >= endAt);
        return !isOver && agreement.payer() != address(0);
    }

    /// @dev The current period; 0 before the start.
    function _periodOf(Agreement memory agreement) private view returns (uint256) {
        uint256 startAt = agreement.startAt();
        return block.timestamp < startAt ? 0 : (block.timestamp - startAt) / agreement.interval();
    }

    /// @dev What was charged for a period that is not before the last charge's, smallest unit.
    function _chargedFor(Progress progress, uint256 period) private pure returns (uint256) {
        return progress.period() == period ? progress.periodCharged() : 0;
    }

    /// @dev What may still be charged altogether, smallest unit: periods that have passed are not.
    function _chargeable(Agreement memory agreement, Progress progress) private view returns (uint256) {
        if (!_isActive(agreement, progress)) return 0;
        uint256 endAt = agreement.endAt();
        if (endAt == 0) return progress.remaining();
        uint256 period = _periodOf(agreement);
        uint256 periods = Math.ceilDiv(endAt - agreement.startAt(), agreement.interval()) - period;
        return Math.min(periods * agreement.amount() - _chargedFor(progress, period), progress.remaining());
    }

    /// @dev The cap of terms; reverts `InvalidTerms` outside their bounds.
    function _capOf(SubscriptionTerms calldata terms, uint256 startAt) private pure returns (uint256 cap) {
        bool isBounded = terms.amount != 0 && terms.amount <= SubscriptionSlots.MAX_AMOUNT
            && terms.interval >= MIN_INTERVAL && terms.interval <= SubscriptionSlots.MAX_INTERVAL
            && terms.merchantId <= SubscriptionSlots.MAX_MERCHANT && startAt <= SubscriptionSlots.MAX_TIME
            && terms.endAt <= SubscriptionSlots.MAX_TIME;
        if (!isBounded || (terms.endAt != 0 && terms.endAt <= startAt)) revert InvalidTerms();
        cap = Math.min(terms.permitValue, SubscriptionSlots.MAX_AMOUNT);
        if (terms.endAt != 0) {
            uint256 periods = Math.ceilDiv(terms.endAt - startAt, terms.interval);
            cap = Math.min(cap, terms.amount * periods);
        }
        if (cap < terms.amount) revert InvalidTerms();
    }

    /// @dev Reverts `RefInUse` unless the reference is free, or this is the successor of the one that has it.
    function _takeRef(bytes32 id, SubscriptionTerms calldata terms, uint256 startAt) private {
        RefHolders storage holders =
            _byRef[keccak256(abi.encode(terms.payer, terms.registry, terms.merchantId, terms.ref))];
        (bytes32 current, bytes32 successor) = (holders.current, holders.successor);
        if (!_holdsRef(current)) (current, successor) = (successor, bytes32(0));
        if (!_holdsRef(current)) {
            (holders.current, holders.successor) = (id, bytes32(0));
            return;
        }
        uint256 endAt = _stored[current].agreement.endAt();
        bool follows = endAt != 0 && startAt >= endAt && startAt <= block.timestamp + SUCCESSOR_AHEAD;
        if (!follows) revert RefInUse(current);
        if (_holdsRef(successor)) revert RefInUse(successor);
        (holders.current, holders.successor) = (current, id);
    }

    /// @dev Whether a subscription keeps others from its reference. One with an end does so until then, also when its
    /// cap is used up: another one would charge for time that was paid.
    function _holdsRef(bytes32 id) private view returns (bool) {
        (Agreement memory agreement, Progress progress) = _read(id);
        return _isActive(agreement, progress) && (agreement.endAt() != 0 || progress.remaining() != 0);
    }

    /// @dev Keeps the payer's subscriptions, a new one in the place of one that charges no more. Nobody else adds any.
    function _list(bytes32 id, address payer, address token) private {
        bytes32[] storage ids = _idsOf[payer][token];
        uint256 length = ids.length;
        for (uint256 i = 0; i < length; ++i) {
            (Agreement memory agreement, Progress progress) = _read(ids[i]);
            if (_chargeable(agreement, progress) != 0) continue;
            ids[i] = id;
            return;
        }
        if (length == MAX_LIVE) revert TooManySubscriptions(length);
        ids.push(id);
    }
}
