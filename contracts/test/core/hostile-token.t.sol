// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRoutes} from "../../src/core/interfaces/IRoutes.sol";
import {IPaymentProcessor} from "../../src/payments/interfaces/IPaymentProcessor.sol";
import {LocalFiatToken} from "../../src/local/LocalFiatToken.sol";
import {PaymentTest} from "../payments/support/PaymentTest.sol";
import {ReentrantToken} from "../support/ReentrantToken.sol";
import {Vm} from "../support/Vm.sol";
import {HostileRegistry} from "./support/HostileRegistry.sol";
import {LyingToken} from "./support/LyingToken.sol";

/// @dev Tokens are the registry's choice. One that lies breaks its own pots, and no other's.
contract HostileTokenTest is PaymentTest {
    HostileRegistry private hostile;
    address private immutable thief = named("thief");

    function setUp() public override {
        super.setUp();
        hostile = new HostileRegistry();
        hostile.setRoute(uint160(thief), 300, 1);
        hostile.setTreasury(uint160(thief));
        pay(order(1));
    }

    function test_that_lies_about_what_it_moves_touches_no_other_pot() public {
        LyingToken token = new LyingToken();
        Order memory o = unfundedOrder(2);
        (o.registry, o.token, o.amount) = (address(hostile), LocalFiatToken(address(token)), type(uint128).max);
        processor.payTerms(terms(o), IPaymentProcessor.Sig(27, 0, 0));
        vm.assertGt(processor.accrued(address(hostile), address(token)), PRICE, "a pot of lies");
        processor.sweepFees(address(hostile), address(token));
        vm.assertEq(processor.sweepFees(address(hostile), address(usdc)), 0, "nothing in another token");
        vm.assertEq(processor.accrued(address(registry), address(usdc)), PRICE / 100, "the honest pot");
        vm.assertEq(usdc.balanceOf(address(processor)), PRICE / 100, "processor");
        vm.assertEq(usdc.balanceOf(thief), 0, "thief");
    }

    /// @dev A call to an address without code succeeds: the group fails before anything seems to be collected.
    function test_without_code_fails_its_group_before_any_collection() public {
        Order memory o = order(2);
        (o.registry, o.token) = (address(hostile), LocalFiatToken(thief));
        IPaymentProcessor.Sig memory sig = IPaymentProcessor.Sig(27, 0, 0);
        bytes memory reason = abi.encodeWithSelector(IRoutes.UnsupportedToken.selector, thief);
        vm.expectRevert(reason);
        processor.payTerms(terms(o), sig);
        IPaymentProcessor.TermsGroup[] memory groups = oneTermsGroup(packedWith(o, sig));
        groups[0].token = thief;
        vm.recordLogs();
        vm.expectEmit(address(processor));
        emit IPaymentProcessor.GroupFailed(address(hostile), merchantA, thief, 0, 1, reason);
        processor.settleTermsBatch(address(hostile), groups);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(countEvents(logs, IPaymentProcessor.PaymentsRouted.selector), 0, "no route");
        vm.assertEq(countEvents(logs, IPaymentProcessor.PaymentSettled.selector), 0, "nothing settled");
        vm.assertEq(processor.accrued(address(hostile), thief), 0, "accrued");
    }

    /// @dev It calls back to sweep the honest registry's fees, and to pay in its name.
    function test_that_calls_back_reaches_no_other_registry() public {
        ReentrantToken token = new ReentrantToken();
        Order memory o = unfundedOrder(2);
        (o.registry, o.token) = (address(hostile), LocalFiatToken(address(token)));
        token.setCallback(abi.encodeCall(processor.sweepFees, (address(registry), address(usdc))));
        vm.expectRevert(bytes4(keccak256("ReentrancyGuardReentrantCall()")));
        processor.payTerms(terms(o), IPaymentProcessor.Sig(27, 0, 0));
        vm.assertEq(processor.accrued(address(registry), address(usdc)), PRICE / 100, "the honest pot");
    }
}
