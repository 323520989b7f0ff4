// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFeeAccruals} from "../../../src/core/interfaces/IFeeAccruals.sol";
import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";
import {ISubscriptionManager} from "../../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {SubscriptionTest} from "../../subscriptions/support/SubscriptionTest.sol";
import {HostileRegistry} from "./HostileRegistry.sol";
import {LyingToken} from "./LyingToken.sol";

/// @title One core, an honest registry and a hostile one with a merchant of the same number
/// @dev The hostile registry answers as it likes, in tokens as it likes. Balances are the only judge: what payers paid
/// through the honest registry is with its merchant, its treasury, or accrued for it, and nothing else is.
contract TwoRegistriesHandler is SubscriptionTest {
    uint256 private constant PAYERS = 4;
    uint256 private constant SUPPLY = 1_000_000_000_000_000;

    /// @dev What payers paid through the honest registry, by what they signed.
    mapping(LocalFiatToken token => uint256) public honestGross;
    uint256 public honestCount;
    uint256 public hostileCount;
    uint256 public refusedCount;
    uint256 public sweptCount;
    uint256 public cancelledCount;

    HostileRegistry private _hostile = new HostileRegistry();
    LyingToken private _lying = new LyingToken();
    address private immutable _thief = named("thief");
    uint256 private _counter;
    bytes32[] private _ids;
    mapping(bytes32 id => uint256) private _payerKeys;
    mapping(bytes32 id => bool) private _isHonest;

    constructor() {
        setUp();
        for (uint256 i = 0; i < PAYERS; ++i) {
            mint(usdc, vm.addr(_key(i)), SUPPLY);
            mint(eurc, vm.addr(_key(i)), SUPPLY);
        }
        _hostile.setKeepers(1);
        _hostile.setAccounts(uint160(_thief), uint160(_thief));
        _hostile.setOperator(uint160(_thief));
        _hostile.setTreasury(uint160(_thief));
        _hostile.setRoute(uint160(_thief), 300, 1);
    }

    /// @dev Fails when a call that concerns the hostile registry moves a unit of the honest one.
    modifier touchesNothingHonest() {
        bytes32 before = _honestState();
        _;
        vm.assertEq(_honestState(), before, "a unit of the honest registry");
    }

    /// @dev What the honest registry's people have and are owed.
    function honestTotal(LocalFiatToken token) external view returns (uint256) {
        return token.balanceOf(payoutA) + token.balanceOf(treasury)
            + processor.accrued(address(registry), address(token)) + manager.accrued(address(registry), address(token));
    }

    /// @dev What a core contract owes both registries, and what it has.
    function owedAndHeld(LocalFiatToken token, bool isManager) external view returns (uint256 owed, uint256 held) {
        IFeeAccruals core = isManager ? IFeeAccruals(manager) : IFeeAccruals(processor);
        owed = core.accrued(address(registry), address(token)) + core.accrued(address(_hostile), address(token));
        held = token.balanceOf(address(core));
    }

    function tokens() external view returns (LocalFiatToken, LocalFiatToken) {
        return (usdc, eurc);
    }

    function payHonest(uint256 seed) external {
        Order memory o = _order(seed);
        uint256 amount = _settled(seed, address(registry), o, o.key);
        vm.assertEq(amount, o.amount, "an honest payment settles");
        honestGross[o.token] += amount;
        honestCount += 1;
    }

    function payHostile(uint256 seed) external touchesNothingHonest {
        Order memory o = _order(seed);
        o.registry = address(_hostile);
        if (_settled(seed, address(_hostile), o, o.key) != 0) hostileCount += 1;
        else refusedCount += 1;
    }

    /// @dev What was signed for one registry is sent for the other, or in its batch.
    function steal(uint256 seed) external touchesNothingHonest {
        Order memory o = _order(seed);
        bool isHonest = seed >> 100 & 1 == 0;
        o.registry = isHonest ? address(registry) : address(_hostile);
        IPaymentProcessor.Sig memory sig = signTerms(o);
        o.registry = isHonest ? address(_hostile) : address(registry);
        (bool settled, bytes memory result) = _call(_data(seed, o.registry, o, sig));
        uint256[] memory bits = settled && seed & 1 == 1 ? abi.decode(result, (uint256[])) : new uint256[](1);
        vm.assertTrue((seed & 1 == 0 && !settled) || (seed & 1 == 1 && bits[0] == 0), "stolen");
        vm.assertFalse(o.token.authorizationState(o.from, termsIdOf(o)), "used");
        refusedCount += 1;
    }

    function payInLies(uint256 seed) external touchesNothingHonest {
        Order memory o = _order(seed);
        (o.registry, o.token, o.amount) = (address(_hostile), LocalFiatToken(address(_lying)), seed >> 130);
        (bool settled,) = _call(_data(seed, address(_hostile), o, IPaymentProcessor.Sig(27, 0, 0)));
        if (settled) hostileCount += 1;
    }

    function changeHostile(uint256 seed) external touchesNothingHonest {
        // Not the other core contract: what it gives away there is lost, and would hide what is missing.
        address[3] memory to = [_thief, named("accomplice"), address(0)];
        uint256 payout = uint160(to[(seed >> 8) % 3]);
        if ((seed >> 16) % 8 == 0) payout |= 1 << 160 + (seed >> 24) % 96;
        _hostile.setRoute(payout, (seed >> 32) % 310, (seed >> 48) % 8 == 0 ? (seed >> 56) % 4 : 1);
        _hostile.setTreasury(uint160(to[(seed >> 64) % 3]));
        uint256 mood = seed % 3 == 0 ? (seed >> 72) % 8 : 0;
        uint256 other = seed % 5 == 0 ? (seed >> 80) % 7 : 0;
        _hostile.setMood(HostileRegistry.Mood(mood), HostileRegistry.Mood(other));
    }

    function sweepHostile(uint256 seed) external touchesNothingHonest {
        address token = [address(usdc), address(eurc), address(_lying)][(seed >> 8) % 3];
        _sweep(seed, address(_hostile), token);
    }

    function sweepHonest(uint256 seed) external {
        _sweep(seed, address(registry), address(_token(seed)));
    }

    function enrol(uint256 seed) external {
        Plan memory p = unfundedPlan(0);
        (p.key, p.terms.payer) = (_key(seed), vm.addr(_key(seed)));
        bool isHonest = seed >> 90 & 1 == 0;
        p.terms.registry = isHonest ? address(registry) : address(_hostile);
        LocalFiatToken token = _token(seed >> 8);
        (p.terms.token, p.terms.ref) = (address(token), bytes32(0));
        p.terms.amount = between(seed >> 16, 1, 1_000_000);
        p.terms.permitValue = type(uint256).max;
        p.terms.permitNonce = token.nonces(p.terms.payer);
        bytes32 before = _honestState();
        vm.prank(relayer);
        (bool success, bytes memory result) = address(manager).call(subscribeCall(p));
        if (!success) return;
        bytes32 id = abi.decode(result, (bytes32));
        _ids.push(id);
        (_payerKeys[id], _isHonest[id]) = (p.key, isHonest);
        if (isHonest) honestGross[token] += p.terms.amount;
        else vm.assertEq(_honestState(), before, "a unit of the honest registry");
    }

    /// @dev By the keeper of the subscription's registry or of the other one, alone or in a batch of either.
    function chargeOne(uint256 seed) external {
        if (_ids.length == 0) return;
        bytes32 id = _ids[(seed >> 8) % _ids.length];
        ISubscriptionManager.Subscription memory s = manager.get(id);
        uint256 period = (block.timestamp - s.startAt) / s.interval;
        uint256 number = s.period == period ? s.number : 0;
        ISubscriptionManager.Charge[] memory items = new ISubscriptionManager.Charge[](1);
        items[0] = chargeOf(id, period, number, between(seed >> 16, 1, s.amount));
        address batchOf = seed >> 80 & 1 == 0 ? address(registry) : address(_hostile);
        ISubscriptionManager.ChargeGroup[] memory groups = oneChargeGroup(items);
        groups[0].token = s.token;
        bytes memory data = seed >> 82 & 1 == 0
            ? abi.encodeCall(ISubscriptionManager.charge, (items[0]))
            : abi.encodeCall(ISubscriptionManager.chargeBatch, (batchOf, groups));
        address by = seed >> 84 & 1 == 0 ? keeper : _thief;
        bytes32 before = _honestState();
        uint256 held = LocalFiatToken(s.token).balanceOf(s.payer);
        vm.prank(by);
        (bool success,) = address(manager).call(data);
        uint256 taken = held - LocalFiatToken(s.token).balanceOf(s.payer);
        vm.assertTrue(taken == 0 || (success && taken == items[0].amount), "what was asked for, or nothing");
        if (_isHonest[id]) {
            vm.assertTrue(taken == 0 || by == keeper, "by a keeper of the other registry");
            honestGross[LocalFiatToken(s.token)] += taken;
        } else {
            vm.assertEq(_honestState(), before, "a unit of the honest registry");
        }
        if (taken != 0 && _isHonest[id]) honestCount += 1;
        if (taken != 0 && !_isHonest[id]) hostileCount += 1;
    }

    /// @dev A payer leaves also when the registry misbehaves.
    function cancel(uint256 seed) external touchesNothingHonest {
        if (_ids.length == 0 || seed % 4 != 0) return;
        bytes32 id = _ids[(seed >> 8) % _ids.length];
        ISubscriptionManager.Subscription memory s = manager.get(id);
        if (s.cancelled || block.timestamp >= s.endAt) return;
        bytes memory signature = signedBytes(_payerKeys[id], cancelDigest(id, block.timestamp));
        if (seed >> 40 & 1 == 0) {
            manager.cancelBySig(id, block.timestamp, signature);
        } else {
            vm.prank(s.payer);
            manager.cancel(id);
        }
        vm.assertTrue(manager.get(id).cancelled, "cancelled");
        cancelledCount += 1;
    }

    function wait_(uint256 time) external {
        vm.warp(block.timestamp + between(time, 0, 10 days));
    }

    function _sweep(uint256 seed, address registry_, address token) private {
        address core = seed & 1 == 0 ? address(processor) : address(manager);
        vm.prank(seed >> 200 & 1 == 0 ? _thief : relayer);
        (bool success, bytes memory result) = core.call(abi.encodeCall(IFeeAccruals.sweepFees, (registry_, token)));
        if (success && abi.decode(result, (uint256)) != 0) sweptCount += 1;
        if (registry_ == address(registry)) vm.assertTrue(success, "an honest sweep");
    }

    /// @return amount What settled: all of it or nothing
    function _settled(uint256 seed, address registry_, Order memory o, uint256 key) private returns (uint256 amount) {
        o.key = key;
        _call(_data(seed, registry_, o, signTerms(o)));
        return o.token.authorizationState(o.from, termsIdOf(o)) ? o.amount : 0;
    }

    /// @dev A payment alone, or in a batch.
    function _data(uint256 seed, address registry_, Order memory o, IPaymentProcessor.Sig memory sig)
        private
        view
        returns (bytes memory)
    {
        if (seed & 1 == 0) return abi.encodeCall(IPaymentProcessor.payTerms, (terms(o), sig));
        IPaymentProcessor.TermsGroup[] memory groups = oneTermsGroup(packedWith(o, sig));
        groups[0].token = address(o.token);
        return abi.encodeCall(IPaymentProcessor.settleTermsBatch, (registry_, groups));
    }

    function _call(bytes memory data) private returns (bool success, bytes memory result) {
        vm.prank(relayer);
        return address(processor).call(data);
    }

    function _order(uint256 seed) private returns (Order memory o) {
        o = unfundedOrder(0);
        (o.key, o.from) = (_key(seed >> 4), vm.addr(_key(seed >> 4)));
        (o.token, o.amount) = (_token(seed >> 8), between(seed >> 16, 1, 5_000_000));
        (o.salt, o.validBefore) = (uint96(++_counter), block.timestamp + 10 minutes);
    }

    function _honestState() private view returns (bytes32) {
        return keccak256(abi.encode(this.honestTotal(usdc), this.honestTotal(eurc), _accruedHonest()));
    }

    function _accruedHonest() private view returns (uint256[4] memory) {
        return [
            processor.accrued(address(registry), address(usdc)),
            processor.accrued(address(registry), address(eurc)),
            manager.accrued(address(registry), address(usdc)),
            manager.accrued(address(registry), address(eurc))
        ];
    }

    function _key(uint256 seed) private pure returns (uint256) {
        return uint256(keccak256(abi.encode("payer", seed % PAYERS)));
    }

    function _token(uint256 seed) private view returns (LocalFiatToken) {
        return seed % 3 == 0 ? eurc : usdc;
    }
}
