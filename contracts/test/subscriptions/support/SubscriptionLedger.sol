// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ISubscriptionManager} from "../../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {IFeeAccruals} from "../../../src/core/interfaces/IFeeAccruals.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {PaymentTest} from "../../payments/support/PaymentTest.sol";
import {PaymentWorld} from "../../payments/support/PaymentWorld.sol";
import {TokenTest} from "../../support/TokenTest.sol";
import {Vm} from "../../support/Vm.sol";
import {SubscriptionTest} from "./SubscriptionTest.sol";

/// @title What subscriptions did, told by their events alone and judged by what was signed
abstract contract SubscriptionLedger is SubscriptionTest, PaymentWorld {
    /// @dev A subscription as it must stand.
    struct Model {
        bytes32 id;
        ISubscriptionManager.SubscriptionTerms terms;
        uint256 startAt;
        uint256 cap;
        uint256 charged;
        uint256 period;
        uint256 number;
        bool cancelled;
    }

    /// @dev The terms of the enrolment that was sent last.
    ISubscriptionManager.SubscriptionTerms internal _sentTerms;
    Model[] internal _models;
    mapping(bytes32 id => uint256) internal _indexOf;
    mapping(bytes32 id => mapping(uint256 period => uint256)) internal _chargedFor;
    mapping(bytes32 id => mapping(uint256 period => mapping(uint256 number => bool))) private _isCharged;
    mapping(address payer => mapping(address token => mapping(uint256 nonce => bool))) private _isUsed;
    uint256 public chargedCount;
    uint256 public cancelledCount;

    /// @dev What the registry has earned and not swept, by the events.
    mapping(LocalFiatToken token => uint256) public accruedFees;
    uint256 private _routedMerchant;
    address private _payout;
    uint256 private _feeBps;

    function setUp() public virtual override(PaymentTest, SubscriptionTest) {
        SubscriptionTest.setUp();
    }

    function receiveDigest(LocalFiatToken paidIn, Authorization memory authorization)
        internal
        view
        override(TokenTest, PaymentWorld)
        returns (bytes32)
    {
        return PaymentWorld.receiveDigest(paidIn, authorization);
    }

    function modelCount() external view returns (uint256) {
        return _models.length;
    }

    /// @dev Fails unless a subscription stands as its events say.
    function checkModel(uint256 index) external view {
        Model storage m = _models[index];
        ISubscriptionManager.Subscription memory s = manager.get(m.id);
        vm.assertEq(s.payer, m.terms.payer, "payer");
        vm.assertEq(s.merchantId, m.terms.merchantId, "merchant");
        vm.assertEq(s.token, m.terms.token, "token");
        vm.assertEq(s.amount, m.terms.amount, "amount");
        vm.assertEq(s.interval, m.terms.interval, "interval");
        vm.assertEq(s.startAt, m.startAt, "start");
        vm.assertEq(s.endAt, m.terms.endAt, "end");
        vm.assertEq(s.remaining, m.cap - m.charged, "remaining");
        vm.assertEq(s.period, m.period, "period");
        vm.assertEq(s.number, m.number, "number");
        vm.assertEq(s.periodCharged, m.number == 0 ? 0 : _chargedFor[m.id][m.period], "charged for the period");
        vm.assertEq(s.cancelled, m.cancelled, "cancelled");
    }

    /// @dev Fails unless the fees are those of the charges, and are there.
    function checkFees() external view {
        for (uint256 i = 0; i < 2; ++i) {
            LocalFiatToken token = i == 0 ? usdc : eurc;
            uint256 fees = manager.accrued(address(registry), address(token));
            vm.assertEq(fees, accruedFees[token], "accrued fees");
            vm.assertLe(fees, token.balanceOf(address(manager)), "fees are there");
        }
    }

    /// @dev Fails when two live subscriptions of a reference share a time.
    function checkReference(uint256 index) external view {
        Model storage a = _models[index];
        if (a.terms.ref == bytes32(0) || !_isLive(a)) return;
        for (uint256 i = 0; i < index; ++i) {
            Model storage b = _models[i];
            bool same = a.terms.payer == b.terms.payer && a.terms.merchantId == b.terms.merchantId
                && a.terms.ref == b.terms.ref;
            if (!same || !_isLive(b)) continue;
            bool apart = (b.terms.endAt != 0 && a.startAt >= b.terms.endAt)
                || (a.terms.endAt != 0 && b.startAt >= a.terms.endAt);
            vm.assertTrue(apart, "two subscriptions of a reference at once");
        }
    }

    /// @dev Fails unless the manager commits of every payer what was signed and is not charged.
    function checkCommitted() external view {
        for (uint256 i = 0; i < PAYERS; ++i) {
            address payer = payerOf(i).from;
            vm.assertEq(manager.committed(payer, address(usdc)), _committed(payer, address(usdc)), "committed");
            vm.assertEq(manager.committed(payer, address(eurc)), _committed(payer, address(eurc)), "committed");
        }
    }

    /// @dev What live subscriptions may still charge, by what was signed.
    function _committed(address payer, address token) private view returns (uint256 sum) {
        for (uint256 i = 0; i < _models.length; ++i) {
            Model storage m = _models[i];
            if (m.terms.payer != payer || m.terms.token != token || !_isActive(m)) continue;
            uint256 left = m.cap - m.charged;
            if (m.terms.endAt != 0) {
                uint256 first = block.timestamp < m.startAt ? 0 : (block.timestamp - m.startAt) / m.terms.interval;
                uint256 begins = m.startAt + first * m.terms.interval;
                uint256 ofPeriods = 0;
                for (; begins < m.terms.endAt; begins += m.terms.interval) {
                    ofPeriods += m.terms.amount;
                }
                ofPeriods -= _chargedFor[m.id][first];
                if (ofPeriods < left) left = ofPeriods;
            }
            sum += left;
        }
    }

    /// @dev Sends a call and books what it did.
    function _act(address by, bytes memory data) internal returns (bool success, bytes memory result) {
        vm.recordLogs();
        vm.prank(by);
        (success, result) = address(manager).call(data);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        if (!success) return (success, result);
        uint256 opened = logs.length;
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter != address(manager)) logs[i].topics = new bytes32[](1);
            if (logs[i].topics[0] == ISubscriptionManager.ChargesRouted.selector) opened = i;
            if (logs[i].topics[0] == ISubscriptionManager.ChargeGroupFailed.selector) _void(logs, opened, i);
        }
        for (uint256 i = 0; i < logs.length; ++i) {
            _book(logs[i]);
        }
    }

    /// @dev Forge records the events of a group that was taken back, too.
    function _void(Vm.Log[] memory logs, uint256 opened, uint256 failed) private pure {
        if (opened > failed || logs[opened].topics[3] != logs[failed].topics[3]) return;
        if (logs[opened].topics[2] != logs[failed].topics[2]) return;
        for (uint256 i = opened; i < failed; ++i) {
            logs[i].topics[0] = bytes32(0);
        }
    }

    function _isActive(Model storage m) internal view returns (bool) {
        return !m.cancelled && (m.terms.endAt == 0 || block.timestamp < m.terms.endAt);
    }

    function _isLive(Model storage m) private view returns (bool) {
        return _isActive(m) && (m.terms.endAt != 0 || m.charged < m.cap);
    }

    function _book(Vm.Log memory log) private {
        bytes32 kind = log.topics[0];
        if (kind == ISubscriptionManager.ChargesRouted.selector) {
            _routedMerchant = uint256(log.topics[2]);
            (_payout, _feeBps) = abi.decode(log.data, (address, uint256));
        }
        if (kind == ISubscriptionManager.SubscriptionCreated.selector) _bookEnrolment(log.topics[2], _sentTerms);
        if (kind == ISubscriptionManager.SubscriptionCharged.selector) _bookCharge(log);
        if (kind == ISubscriptionManager.SubscriptionCancelled.selector) {
            Model storage m = _models[_indexOf[log.topics[2]] - 1];
            vm.assertTrue(_isActive(m), "ended twice");
            m.cancelled = true;
            cancelledCount += 1;
        }
        if (kind == IFeeAccruals.FeesSwept.selector) {
            LocalFiatToken token = LocalFiatToken(address(uint160(uint256(log.topics[2]))));
            uint256 amount = abi.decode(log.data, (uint256));
            booked[address(manager)][token] -= amount;
            booked[treasury][token] += amount;
            accruedFees[token] -= amount;
        }
    }

    function _bookEnrolment(bytes32 id, ISubscriptionManager.SubscriptionTerms memory terms) private {
        vm.assertEq(_indexOf[id], 0, "an intent enrolled twice");
        if (terms.permitDeadline != 0) {
            vm.assertFalse(_isUsed[terms.payer][terms.token][terms.permitNonce], "a permit enrolled twice");
            _isUsed[terms.payer][terms.token][terms.permitNonce] = true;
        }
        Model storage m = _models.push();
        _indexOf[id] = _models.length;
        (m.id, m.terms) = (id, terms);
        m.startAt = terms.startAt > block.timestamp ? terms.startAt : block.timestamp;
        m.cap = terms.permitValue < type(uint96).max ? terms.permitValue : type(uint96).max;
        if (terms.endAt == 0) return;
        uint256 periods;
        for (uint256 t = m.startAt; t < terms.endAt; t += terms.interval) {
            ++periods;
        }
        if (periods * terms.amount < m.cap) m.cap = periods * terms.amount;
    }

    /// @dev Every rule of a charge, from what was signed and what was charged before.
    function _bookCharge(Vm.Log memory log) private {
        Model storage m = _models[_indexOf[log.topics[2]] - 1];
        (uint256 period, uint256 number, uint256 amount) = abi.decode(log.data, (uint256, uint256, uint256));
        vm.assertEq(_routedMerchant, m.terms.merchantId, "another merchant");
        vm.assertEq(log.topics[1], bytes32(uint256(uint160(m.terms.registry))), "another registry");
        vm.assertTrue(_isActive(m), "charged after the end");
        vm.assertLe(m.startAt, block.timestamp, "charged before the start");
        vm.assertEq(period, (block.timestamp - m.startAt) / m.terms.interval, "charged for another time");
        vm.assertFalse(_isCharged[m.id][period][number], "charged twice");
        vm.assertTrue(number == 0 || _isCharged[m.id][period][number - 1], "a number left out");
        _isCharged[m.id][period][number] = true;
        _chargedFor[m.id][period] += amount;
        m.charged += amount;
        vm.assertGt(amount, 0, "nothing was charged");
        vm.assertLe(_chargedFor[m.id][period], m.terms.amount, "more than a period's amount");
        vm.assertLe(m.charged, m.cap, "more than the cap");
        (m.period, m.number) = (period, number + 1);
        chargedCount += 1;
        LocalFiatToken token = LocalFiatToken(m.terms.token);
        uint256 fee = amount * _feeBps / 10_000;
        booked[m.terms.payer][token] -= amount;
        booked[_payout][token] += amount - fee;
        booked[address(manager)][token] += fee;
        accruedFees[token] += fee;
    }
}
