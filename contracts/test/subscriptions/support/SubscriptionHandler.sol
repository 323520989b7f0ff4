// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ISubscriptionManager} from "../../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {IFeeAccruals} from "../../../src/core/interfaces/IFeeAccruals.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {SubscriptionLedger} from "./SubscriptionLedger.sol";

/// @title Payers, keepers, merchants and thieves, subscribing and charging in every way at any time
/// @dev Foretells of each single charge whether it must go through. One that does otherwise fails the run.
contract SubscriptionHandler is SubscriptionLedger {
    uint256 public refusedCount;
    uint256 public batchedCount;
    bytes[] private _done;

    constructor() {
        accounts.push(address(manager));
        accounts.push(owner);
    }

    /// @dev By permit, with signatures as {v,r,s} or bytes, or directly.
    function enrol(uint256 seed) external {
        Plan memory p = _make(seed);
        uint256 way = (seed >> 200) % 4;
        if (way == 3) {
            _enrol(p.terms.payer, p, _direct(p));
            return;
        }
        if ((seed >> 208) % 4 == 0) {
            try this.front(p) {} catch {}
        }
        bool isKey = p.terms.payer.code.length == 0;
        _enrol(relayer, p, isKey && way == 0 ? subscribeCall(p) : subscribeSignedCall(p));
    }

    function front(Plan calldata p) external {
        bytes memory signature = signedBytes(p.key, permitDigest(p));
        LocalFiatToken(p.terms.token)
            .permit(p.terms.payer, address(manager), p.terms.permitValue, p.terms.permitDeadline, signature);
    }

    /// @dev What enrolled is sent again: it never does so a second time.
    function enrolAgain(uint256 seed) external {
        if (_done.length == 0) return;
        (bool success,) = _act(relayer, _done[seed % _done.length]);
        vm.assertFalse(success, "enrolled again");
    }

    function chargeOne(uint256 seed) external {
        if (_models.length == 0) return;
        ISubscriptionManager.Charge memory made = _charge(seed);
        Model storage m = _models[_indexOf[made.id] - 1];
        address by = [keeper, keeper, keeper, owner, thief, relayer][(seed >> 190) % 6];
        bool expected = (by == keeper || by == owner || by == registry.get(m.terms.merchantId).payout)
            && _agrees(m, made) && _moves(m, made.amount);
        (bool success,) = _act(by, abi.encodeCall(ISubscriptionManager.charge, (made)));
        vm.assertEq(success, expected, "a charge did what was not foretold");
        if (!success) refusedCount += 1;
    }

    /// @dev Groups of the last subscriptions; now and then one is in the wrong group, or comes twice.
    function chargeMany(uint256 seed) external {
        if (_models.length == 0) return;
        ISubscriptionManager.ChargeGroup[] memory groups = new ISubscriptionManager.ChargeGroup[](2);
        for (uint256 g = 0; g < 2; ++g) {
            groups[g].items = new ISubscriptionManager.Charge[](3);
            for (uint256 i = 0; i < 3; ++i) {
                groups[g].items[i] = _charge(uint256(keccak256(abi.encode(seed, g, i))));
            }
            Model storage m = _models[_indexOf[groups[g].items[0].id] - 1];
            (groups[g].merchantId, groups[g].token) = (m.terms.merchantId, m.terms.token);
        }
        uint256 before = chargedCount;
        (bool success, bytes memory result) =
            _act(keeper, abi.encodeCall(ISubscriptionManager.chargeBatch, (address(registry), groups)));
        vm.assertTrue(success, "a batch never reverts");
        uint256[] memory ok = abi.decode(result, (uint256[]));
        uint256 bits;
        for (uint256 i = 0; i < 3; ++i) {
            bits += (ok[0] >> i & 1) + (ok[1] >> i & 1);
        }
        vm.assertEq(bits, chargedCount - before, "bitmaps");
        batchedCount += bits;
    }

    function cancel(uint256 seed) external {
        if (_models.length == 0 || seed % 3 != 0) return;
        Model storage m = _pick(seed >> 8);
        address[5] memory by = [m.terms.payer, owner, operator, keeper, thief];
        uint256 choice = (seed >> 16) % 5;
        bool expected = _isActive(m) && choice < 3;
        (bool success,) = _act(by[choice], abi.encodeCall(ISubscriptionManager.cancel, (m.id)));
        vm.assertEq(success, expected, "cancelled");
    }

    /// @dev Payers approve what they like, whatever they signed.
    function approve(uint256 seed) external {
        address payer = payerOf(seed >> 8).from;
        LocalFiatToken approved = _token(seed >> 16);
        if (approved.paused()) return;
        vm.prank(payer);
        approved.approve(address(manager), seed % 3 == 0 ? between(seed >> 24, 0, 1_000_000) : type(uint256).max);
    }

    function sweep(uint256 seed) external {
        bytes memory call = abi.encodeCall(IFeeAccruals.sweepFees, (address(registry), address(_token(seed))));
        _act(seed % 2 == 0 ? treasury : thief, call);
    }

    /// @dev Somebody sends tokens to the manager by mistake: no merchant may ever be paid from them.
    function mislead(uint256 seed) external {
        LocalFiatToken given = _token(seed);
        if (given.paused() || given.isBlacklisted(address(manager))) return;
        _mint(given, address(manager), between(seed >> 8, 1, 1_000));
    }

    function leap(uint256 time) external {
        vm.warp(block.timestamp + between(time, 0, 3 days));
    }

    function _enrol(address by, Plan memory p, bytes memory data) private {
        _sentTerms = p.terms;
        (bool success,) = _act(by, data);
        if (!success) {
            refusedCount += 1;
            return;
        }
        _done.push(data);
        uint256 due = p.terms.startAt <= block.timestamp ? p.terms.amount : 0;
        vm.assertEq(_models[_models.length - 1].charged, due, "the first charge");
        if (p.terms.permitDeadline == 0) return;
        uint256 nonce = LocalFiatToken(p.terms.token).nonces(p.terms.payer);
        vm.assertEq(nonce, p.terms.permitNonce + 1, "another permit's enrolment");
    }

    function _make(uint256 seed) private view returns (Plan memory p) {
        Order memory payer = payerOf(seed);
        p = unfundedPlan(0);
        p.key = payer.key;
        p.terms.payer = payer.from;
        p.terms.merchantId = _merchant(seed >> 8);
        LocalFiatToken token = _token(seed >> 16);
        p.terms.token = address(token);
        p.terms.amount = between(seed >> 24, 1, 1_000_000);
        p.terms.interval = [uint256(1 days), 1 days + 1, 2 days, 5 days][(seed >> 48) % 4];
        p.terms.startAt = block.timestamp - 1 days + between(seed >> 56, 0, 4 days);
        if ((seed >> 80) % 2 == 0) p.terms.startAt = block.timestamp;
        uint256 ends = (seed >> 88) % 8;
        p.terms.endAt = ends == 0 ? 0 : block.timestamp + ends * 2 days;
        p.terms.permitValue = p.terms.amount * between(seed >> 96, 0, 12) + (seed >> 104) % 100;
        if ((seed >> 112) % 8 == 0) p.terms.permitValue = type(uint256).max;
        p.terms.permitNonce = token.nonces(p.terms.payer);
        if ((seed >> 120) % 8 == 0) p.terms.permitNonce = between(seed >> 128, 0, p.terms.permitNonce + 1);
        p.terms.permitDeadline = block.timestamp + between(seed >> 136, 0, 25 hours);
        p.terms.ref = bytes32((seed >> 160) % 3);
    }

    function _direct(Plan memory p) private pure returns (bytes memory) {
        p.terms.permitDeadline = 0;
        return abi.encodeCall(ISubscriptionManager.subscribeDirect, (p.terms));
    }

    /// @dev One of the last subscriptions.
    function _pick(uint256 seed) private view returns (Model storage) {
        uint256 count = _models.length < 10 ? _models.length : 10;
        return _models[_models.length - 1 - seed % count];
    }

    /// @dev A charge that is mostly the next one.
    function _charge(uint256 seed) private view returns (ISubscriptionManager.Charge memory made) {
        Model storage m = _pick(seed >> 32);
        made.id = m.id;
        if (block.timestamp >= m.startAt) made.period = (block.timestamp - m.startAt) / m.terms.interval;
        if (made.period == m.period) made.number = m.number;
        made.amount = m.terms.amount;
        uint256 odd = (seed >> 40) % 12;
        if (odd == 0) made.period += 1;
        if (odd == 1 && made.period > 0) made.period -= 1;
        if (odd == 2) made.number += 1;
        if (odd == 3 && made.number > 0) made.number -= 1;
        if (odd == 4) made.amount += 1;
        if (odd > 7) made.amount = between(seed >> 48, 0, m.terms.amount);
    }

    /// @dev Whether the payer agreed to a charge now.
    function _agrees(Model storage m, ISubscriptionManager.Charge memory made) private view returns (bool) {
        if (!_isActive(m) || block.timestamp < m.startAt) return false;
        uint256 period = (block.timestamp - m.startAt) / m.terms.interval;
        uint256 number = m.period == period ? m.number : 0;
        return made.period == period && made.number == number && made.amount > 0
            && made.amount + _chargedFor[m.id][period] <= m.terms.amount && made.amount + m.charged <= m.cap;
    }

    /// @dev Whether merchant and token let the money through.
    function _moves(Model storage m, uint256 amount) private view returns (bool) {
        LocalFiatToken token = LocalFiatToken(m.terms.token);
        (address payout,,) = registry.route(m.terms.merchantId, m.terms.token);
        bool isBlocked =
            token.isBlacklisted(m.terms.payer) || token.isBlacklisted(address(manager)) || token.isBlacklisted(payout);
        return payout != address(0) && !token.paused() && !isBlocked && amount <= token.balanceOf(m.terms.payer)
            && amount <= token.allowance(m.terms.payer, address(manager));
    }
}
