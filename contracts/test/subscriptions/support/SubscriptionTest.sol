// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ISubscriptionManager} from "../../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {PaymentTest} from "../../payments/support/PaymentTest.sol";
import {IManager} from "./IManager.sol";

/// @title A subscription manager with a keeper, and payers who enrol with merchant A
abstract contract SubscriptionTest is PaymentTest {
    /// @dev What a payer agrees to, and the key that signs it. To forge, sign one and send another.
    struct Plan {
        uint256 key;
        ISubscriptionManager.SubscriptionTerms terms;
    }

    uint256 internal constant MONTH = 30 days;
    uint256 internal constant PERIODS = 12;
    uint256 internal constant CAP = PERIODS * PRICE;
    bytes32 internal constant PLAN_REF = keccak256("plan");

    address internal immutable keeper = named("keeper");
    address internal immutable owner = named("owner");

    IManager internal manager;

    function setUp() public virtual override {
        super.setUp();
        manager = deployManager();
        allow(keeper);
    }

    function deployManager() internal returns (IManager) {
        return IManager(deploy("subscription-manager", ""));
    }

    function allow(address account) internal {
        vm.prank(operator);
        registry.setKeeper(account, true);
    }

    /// @dev Twelve months of a funded payer, from now on.
    function plan(uint256 seed) internal returns (Plan memory made) {
        made = unfundedPlan(seed);
        mint(usdc, made.terms.payer, 2 * CAP);
    }

    function unfundedPlan(uint256 seed) internal view returns (Plan memory made) {
        made.key = uint256(keccak256(abi.encode("payer", seed)));
        made.terms = ISubscriptionManager.SubscriptionTerms({
            payer: vm.addr(made.key),
            registry: address(registry),
            merchantId: merchantA,
            token: address(usdc),
            amount: PRICE,
            interval: MONTH,
            startAt: block.timestamp,
            endAt: block.timestamp + PERIODS * MONTH,
            permitValue: CAP,
            permitDeadline: block.timestamp + 15 minutes,
            permitNonce: 0,
            ref: PLAN_REF
        });
    }

    /// @dev The same payer's next plan, which needs a permit of its own.
    function again(Plan memory p) internal view returns (Plan memory next) {
        next.key = p.key;
        next.terms = abi.decode(abi.encode(p.terms), (ISubscriptionManager.SubscriptionTerms));
        next.terms.permitNonce = LocalFiatToken(p.terms.token).nonces(p.terms.payer);
        next.terms.permitDeadline = block.timestamp + 15 minutes;
    }

    function intentDigest(Plan memory p) internal view returns (bytes32) {
        bytes32 typeHash = keccak256(
            "SubscriptionIntent(address payer,address registry,uint256 merchantId,address token,uint256 amount,uint256 interval,uint256 startAt,uint256 endAt,uint256 permitValue,uint256 permitDeadline,uint256 permitNonce,bytes32 ref)"
        );
        return _digestOf(keccak256(abi.encode(typeHash, p.terms)));
    }

    function cancelDigest(bytes32 id, uint256 deadline) internal view returns (bytes32) {
        bytes32 typeHash = keccak256("CancelSubscription(bytes32 subscriptionId,uint256 deadline)");
        return _digestOf(keccak256(abi.encode(typeHash, id, deadline)));
    }

    function permitDigest(Plan memory p) internal view returns (bytes32) {
        LocalFiatToken token = LocalFiatToken(p.terms.token);
        bytes32 typeHash =
            keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        ISubscriptionManager.SubscriptionTerms memory t = p.terms;
        return typedDigest(
            _separatorOf(token),
            keccak256(abi.encode(typeHash, t.payer, manager, t.permitValue, t.permitNonce, t.permitDeadline))
        );
    }

    function signed(uint256 key, bytes32 digest) internal pure returns (ISubscriptionManager.Sig memory sig) {
        (sig.v, sig.r, sig.s) = vm.sign(key, digest);
    }

    function signedBytes(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        return bytesOf(_sign(key, digest));
    }

    /// @dev A call of `subscribe` with sound signatures.
    function subscribeCall(Plan memory p) internal view returns (bytes memory) {
        return abi.encodeCall(
            ISubscriptionManager.subscribe, (p.terms, signed(p.key, permitDigest(p)), signed(p.key, intentDigest(p)))
        );
    }

    function subscribe(Plan memory p) internal returns (bytes32) {
        return _sent(relayer, subscribeCall(p), "");
    }

    function refuseSubscribe(Plan memory p, bytes memory reason) internal {
        _refused(relayer, subscribeCall(p), reason);
    }

    function subscribeSigned(Plan memory p) internal returns (bytes32) {
        return _sent(relayer, subscribeSignedCall(p), "");
    }

    function subscribeSignedCall(Plan memory p) internal view returns (bytes memory) {
        return abi.encodeCall(
            ISubscriptionManager.subscribeSigned,
            (p.terms, signedBytes(p.key, permitDigest(p)), signedBytes(p.key, intentDigest(p)))
        );
    }

    /// @dev Somebody else uses the permit before the enrolment does.
    function usePermit(Plan memory p) internal {
        ISubscriptionManager.Sig memory sig = signed(p.key, permitDigest(p));
        LocalFiatToken(p.terms.token)
            .permit(p.terms.payer, address(manager), p.terms.permitValue, p.terms.permitDeadline, sig.v, sig.r, sig.s);
    }

    function chargeOf(bytes32 id, uint256 period, uint256 number, uint256 amount)
        internal
        pure
        returns (ISubscriptionManager.Charge memory)
    {
        return ISubscriptionManager.Charge({id: id, period: period, number: number, amount: amount});
    }

    function charge(address by, bytes32 id, uint256 period, uint256 number, uint256 amount) internal {
        vm.prank(by);
        manager.charge(chargeOf(id, period, number, amount));
    }

    /// @dev A charge by the keeper that fails, and changes nothing.
    function refuseCharge(bytes32 id, uint256 period, uint256 number, uint256 amount, bytes memory reason) internal {
        bytes memory before = abi.encode(manager.get(id));
        _refused(keeper, abi.encodeCall(ISubscriptionManager.charge, (chargeOf(id, period, number, amount))), reason);
        vm.assertEq(abi.encode(manager.get(id)), before, "nothing changed");
    }

    /// @dev A batch of one group, for merchant A in USDC.
    function oneChargeGroup(ISubscriptionManager.Charge[] memory items)
        internal
        view
        returns (ISubscriptionManager.ChargeGroup[] memory groups)
    {
        groups = new ISubscriptionManager.ChargeGroup[](1);
        groups[0] = ISubscriptionManager.ChargeGroup({merchantId: merchantA, token: address(usdc), items: items});
    }

    function chargeBatch(ISubscriptionManager.ChargeGroup[] memory groups) internal returns (uint256[] memory) {
        vm.prank(keeper);
        return manager.chargeBatch(address(registry), groups);
    }

    function pass(uint256 time) internal {
        vm.warp(block.timestamp + time);
    }

    function err(bytes4 selector) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(selector);
    }

    function err(bytes4 selector, bytes32 field) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(selector, field);
    }

    function err(bytes4 selector, uint256 a, uint256 b) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(selector, a, b);
    }

    function notAuthorized(address account) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(ISubscriptionManager.NotAuthorized.selector, account);
    }

    /// @dev What is left after the fee.
    function net(uint256 amount) internal pure returns (uint256) {
        return amount - amount * FEE_BPS / 10_000;
    }

    function _sent(address by, bytes memory data, string memory why) internal returns (bytes32) {
        vm.prank(by);
        (bool success, bytes memory result) = address(manager).call(data);
        vm.assertTrue(success, why);
        return abi.decode(result, (bytes32));
    }

    function _refused(address by, bytes memory data, bytes memory reason) internal {
        vm.prank(by);
        (bool success, bytes memory result) = address(manager).call(data);
        vm.assertFalse(success, "refused");
        vm.assertEq(result, reason, "reason");
    }

    function _separatorOf(LocalFiatToken token) internal view virtual returns (bytes32) {
        return token.DOMAIN_SEPARATOR();
    }

    function _digestOf(bytes32 structHash) private view returns (bytes32) {
        return typedDigest(domainSeparator("Stipend Subscriptions", "1", address(manager)), structHash);
    }
}
