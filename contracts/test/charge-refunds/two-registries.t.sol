// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IChargeRefundManager} from "../../src/charge-refunds/interfaces/IChargeRefundManager.sol";
import {HostileRegistry} from "../core/support/HostileRegistry.sol";
import {ChargeRefundTest} from "./support/ChargeRefundTest.sol";

/// @dev A second registry that says of anyone that they are the merchant.
contract TwoRegistriesChargeRefundTest is ChargeRefundTest {
    function test_asks_the_registry_of_the_subscription() public {
        HostileRegistry hostile = new HostileRegistry();
        hostile.setRoute(uint160(relayer), 300, 1);
        hostile.setAccounts(uint160(relayer), uint160(relayer));
        Plan memory p = plan(1);
        p.terms.registry = address(hostile);
        subscribe(p);
        Plan memory honest = charged(2, 1);
        prepare(relayer, FLOAT);
        prepare(payoutA, FLOAT);
        IChargeRefundManager.ChargeProof memory theirs = proof(p, 0, 0);
        IChargeRefundManager.ChargeProof memory ours = proof(honest, 0, 0);
        vm.expectRevert(notMerchant(relayer));
        vm.prank(relayer);
        refunds.refundCharge(ours, 1, REF);
        vm.expectRevert(notMerchant(payoutA));
        vm.prank(payoutA);
        refunds.refundCharge(theirs, 1, REF);
        vm.expectEmit(address(refunds));
        emit IChargeRefundManager.ChargeRefunded(
            address(hostile), idOf(p), p.terms.payer, merchantA, 0, 0, relayer, address(usdc), 1, 1, 1, REF
        );
        vm.prank(relayer);
        refunds.refundCharge(theirs, 1, REF);
        vm.assertFalse(refunds.refundRefUsed(address(registry), merchantA, REF), "the other's reference");
        vm.prank(payoutA);
        refunds.refundCharge(ours, 1, REF);
        vm.assertEq(usdc.balanceOf(payoutA), FLOAT + net(PRICE) - 1, "payout");
    }
}
