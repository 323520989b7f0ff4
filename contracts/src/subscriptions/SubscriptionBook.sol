// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ISubscriptionManager} from "./interfaces/ISubscriptionManager.sol";
import {Progress, ProgressSlot} from "./ProgressSlot.sol";

/// @title The subscriptions that there are
/// @notice What is stored of each, and what may be charged when.
abstract contract SubscriptionBook is ISubscriptionManager {
    using ProgressSlot for uint256;
    using ProgressSlot for Progress;

    /// @dev Three words; the last alone changes. There is a subscription where `amount` is not zero.
    struct Stored {
        address payer;
        uint96 amount;
        uint64 merchantId;
        uint48 startAt;
        uint48 endAt;
        uint40 interval;
        bool inEurc;
        uint256 progress;
    }

    /// @inheritdoc ISubscriptionManager
    uint256 public constant SUCCESSOR_AHEAD = 30 days;
    uint256 private constant MIN_INTERVAL = 1 days;
    /// @dev How many subscriptions a payer can have in a token at once: what is read of them all stays affordable.
    uint256 private constant MAX_LIVE = 32;

    mapping(bytes32 id => Stored) internal _stored;
    /// @dev By payer, merchant and reference: the live one, and its successor.
    mapping(bytes32 key => bytes32[2]) private _byRef;
    mapping(address payer => mapping(address token => bytes32[])) private _idsOf;

    /// @inheritdoc ISubscriptionManager
    function get(bytes32 id) external view returns (Subscription memory subscription) {
        Stored storage stored = _stored[id];
        if (stored.amount == 0) return subscription;
        Progress memory progress = stored.progress.unpack();
        (subscription.payer, subscription.merchantId) = (stored.payer, stored.merchantId);
        (subscription.token, subscription.amount) = (_tokenOf(stored.inEurc), stored.amount);
        (subscription.interval, subscription.startAt) = (stored.interval, stored.startAt);
        (subscription.endAt, subscription.remaining) = (stored.endAt, progress.remaining);
        (subscription.period, subscription.number) = (progress.period, progress.number);
        (subscription.periodCharged, subscription.cancelled) = (progress.periodCharged, progress.cancelled);
    }

    /// @inheritdoc ISubscriptionManager
    function nextChargeAt(bytes32 id) external view returns (uint256) {
        Stored memory stored = _stored[id];
        if (_isOver(stored)) return 0;
        if (block.timestamp < stored.startAt) return stored.startAt;
        Progress memory progress = stored.progress.unpack();
        uint256 period = (block.timestamp - stored.startAt) / stored.interval;
        bool isCharged = progress.period == period && progress.periodCharged == stored.amount;
        uint256 dueAt = stored.startAt + (isCharged ? period + 1 : period) * stored.interval;
        return stored.endAt != 0 && dueAt >= stored.endAt ? 0 : dueAt;
    }

    /// @inheritdoc ISubscriptionManager
    function committed(address payer, address token) external view returns (uint256 sum) {
        bytes32[] storage ids = _idsOf[payer][token];
        for (uint256 i = 0; i < ids.length; ++i) {
            sum += _chargeable(_stored[ids[i]]);
        }
    }

    /// @dev Stores a subscription whose terms are in their bounds, and whose reference is free.
    /// @return cap The most that is charged altogether
    /// @return startAt When period 0 begins
    function _store(bytes32 id, SubscriptionTerms calldata terms) internal returns (uint256 cap, uint256 startAt) {
        if (_stored[id].amount != 0) revert AlreadyEnrolled(id);
        startAt = Math.max(terms.startAt, block.timestamp);
        cap = _capOf(terms, startAt);
        _takeRef(id, terms, startAt);
        _stored[id] = Stored({
            payer: terms.payer,
            amount: uint96(terms.amount),
            merchantId: uint64(terms.merchantId),
            startAt: uint48(startAt),
            endAt: uint48(terms.endAt),
            interval: uint40(terms.interval),
            inEurc: terms.token != _tokenOf(false),
            progress: Progress(cap, 0, 0, 0, false).pack()
        });
        _list(id, terms);
    }

    /// @dev What may be charged, and by whom: empty when the charge is allowed, else what to revert with.
    function _refusal(Stored memory stored, Charge memory item) internal view returns (bytes memory) {
        if (_isOver(stored)) return abi.encodeWithSelector(NotActive.selector, item.id);
        if (block.timestamp < stored.startAt) return abi.encodeWithSelector(NotStarted.selector, stored.startAt);
        Progress memory progress = stored.progress.unpack();
        uint256 period = (block.timestamp - stored.startAt) / stored.interval;
        bool isFirst = progress.number == 0 || progress.period != period;
        uint256 number = isFirst ? 0 : progress.number;
        if (item.period != period || item.number != number) {
            return abi.encodeWithSelector(NotNextCharge.selector, period, number);
        }
        uint256 available = stored.amount - (isFirst ? 0 : progress.periodCharged);
        if (progress.remaining < available) available = progress.remaining;
        if (item.amount == 0 || item.amount > available) {
            return abi.encodeWithSelector(AmountNotAvailable.selector, item.amount, available);
        }
        return "";
    }

    /// @dev Writes an allowed charge down.
    function _note(Stored memory stored, Charge memory item) internal {
        Progress memory progress = stored.progress.unpack();
        progress.periodCharged = item.number == 0 ? item.amount : progress.periodCharged + item.amount;
        progress.remaining -= item.amount;
        (progress.period, progress.number) = (item.period, item.number + 1);
        _stored[item.id].progress = progress.pack();
    }

    /// @dev Reverts `NotActive` where there is nothing to end: none, cancelled, or at its end.
    function _requireActive(bytes32 id) internal view returns (Stored memory stored) {
        stored = _stored[id];
        if (stored.amount == 0 || _hasEnded(stored)) revert NotActive(id);
    }

    /// @dev Ends an active subscription.
    /// @param by Whose will it is
    function _end(bytes32 id, Stored memory stored, address by) internal {
        Progress memory progress = stored.progress.unpack();
        progress.cancelled = true;
        _stored[id].progress = progress.pack();
        emit SubscriptionCancelled(id, stored.merchantId, by);
    }

    /// @dev The first or the second token.
    function _tokenOf(bool inEurc) internal view virtual returns (address);

    /// @dev Nothing is charged of it any more; true of none, too.
    function _isOver(Stored memory stored) private view returns (bool) {
        return stored.amount == 0 || _hasEnded(stored) || stored.progress.unpack().remaining == 0;
    }

    /// @dev It was cancelled, or its time is up.
    function _hasEnded(Stored memory stored) private view returns (bool) {
        return (stored.endAt != 0 && block.timestamp >= stored.endAt) || stored.progress.unpack().cancelled;
    }

    /// @dev It keeps others from its reference. One with an end does so until then, also when its cap is used up:
    /// another one would charge for time that was paid.
    function _holdsRef(bytes32 id) private view returns (bool) {
        Stored memory stored = _stored[id];
        return stored.endAt == 0 ? !_isOver(stored) : !_hasEnded(stored);
    }

    /// @dev What may still be charged of a subscription: periods that have passed are not.
    function _chargeable(Stored memory stored) private view returns (uint256) {
        if (_isOver(stored)) return 0;
        Progress memory progress = stored.progress.unpack();
        if (stored.endAt == 0) return progress.remaining;
        uint256 now_ = Math.max(block.timestamp, stored.startAt);
        uint256 period = (now_ - stored.startAt) / stored.interval;
        uint256 periods = Math.ceilDiv(stored.endAt - stored.startAt, stored.interval) - period;
        uint256 left = periods * stored.amount;
        if (progress.number != 0 && progress.period == period) left -= progress.periodCharged;
        return Math.min(left, progress.remaining);
    }

    function _capOf(SubscriptionTerms calldata terms, uint256 startAt) private pure returns (uint256 cap) {
        bool isBounded = terms.amount != 0 && terms.amount <= type(uint96).max && terms.interval >= MIN_INTERVAL
            && terms.interval <= type(uint40).max && terms.merchantId <= type(uint64).max && startAt <= type(uint48).max
            && terms.endAt <= type(uint48).max;
        if (!isBounded || (terms.endAt != 0 && terms.endAt <= startAt)) revert InvalidTerms();
        cap = Math.min(terms.permitValue, type(uint96).max);
        if (terms.endAt != 0) {
            uint256 periods = Math.ceilDiv(terms.endAt - startAt, terms.interval);
            cap = Math.min(cap, terms.amount * periods);
        }
        if (cap < terms.amount) revert InvalidTerms();
    }

    /// @dev Reverts `RefInUse` unless the reference is free, or this is the successor of the one that has it.
    function _takeRef(bytes32 id, SubscriptionTerms calldata terms, uint256 startAt) private {
        if (terms.ref == bytes32(0)) return;
        bytes32[2] storage live = _byRef[keccak256(abi.encode(terms.payer, terms.merchantId, terms.ref))];
        (bytes32 current, bytes32 successor) = (live[0], live[1]);
        if (!_holdsRef(current)) (current, successor) = (successor, bytes32(0));
        if (!_holdsRef(current)) {
            (live[0], live[1]) = (id, bytes32(0));
            return;
        }
        uint256 endAt = _stored[current].endAt;
        bool follows = endAt != 0 && startAt >= endAt && startAt <= block.timestamp + SUCCESSOR_AHEAD;
        if (!follows) revert RefInUse(current);
        if (_holdsRef(successor)) revert RefInUse(successor);
        (live[0], live[1]) = (current, id);
    }

    /// @dev Keeps the payer's subscriptions, a new one in the place of one that is over. Nobody but the payer adds.
    function _list(bytes32 id, SubscriptionTerms calldata terms) private {
        bytes32[] storage ids = _idsOf[terms.payer][terms.token];
        uint256 length = ids.length;
        for (uint256 i = 0; i < length; ++i) {
            if (!_isOver(_stored[ids[i]])) continue;
            ids[i] = id;
            return;
        }
        if (length == MAX_LIVE) revert TooManySubscriptions(length);
        ids.push(id);
    }
}
