// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {IReservedPayouts} from "../../../src/registry/interfaces/IReservedPayouts.sol";
import {IRegistryAdmin} from "../../../src/registry/interfaces/IRegistryAdmin.sol";
import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract SetPayoutTest is RegistryTest {
    function test_moves_settlements_to_the_new_account() public {
        address next = named("next payout");
        vm.expectEmit(address(registry));
        emit IMerchantRegistry.PayoutUpdated(merchantId, payout, next);
        vm.prank(owner);
        registry.setPayout(merchantId, next);

        (address to, uint256 feeBps,) = registry.route(merchantId, address(0));
        vm.assertEq(to, next, "payout");
        vm.assertEq(feeBps, FEE_BPS, "the fee stays");
    }

    function test_changes_nothing_but_the_payout() public {
        suspend(merchantId, START + 1 days);
        vm.prank(owner);
        registry.setPayout(merchantId, named("next payout"));

        IMerchantRegistry.Merchant memory merchant = registry.get(merchantId);
        vm.assertEq(uint256(merchant.status), uint256(IMerchantRegistry.Status.Suspended), "status");
        vm.assertEq(merchant.settleUntil, START + 1 days, "settle until");
        vm.assertEq(merchant.feeBps, FEE_BPS, "fee");
    }

    function test_lets_the_owner_of_a_closed_merchant_change_it() public {
        close(merchantId);
        vm.prank(owner);
        registry.setPayout(merchantId, named("next payout"));
        vm.assertEq(registry.get(merchantId).payout, named("next payout"), "payout");
        vm.assertFalse(isPayable(merchantId), "still closed");
    }

    function test_refuses_the_zero_address() public {
        vm.expectRevert(IRegistryAdmin.ZeroAddress.selector);
        vm.prank(owner);
        registry.setPayout(merchantId, address(0));
    }

    function test_refuses_reserved_addresses() public {
        address[2] memory refused = [address(registry), reserved];
        for (uint256 i = 0; i < refused.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IReservedPayouts.ReservedPayout.selector, refused[i]));
            vm.prank(owner);
            registry.setPayout(merchantId, refused[i]);
        }
        vm.assertEq(registry.get(merchantId).payout, payout, "payout");
    }

    function test_refuses_the_operator() public {
        vm.expectRevert(notOwner(merchantId));
        vm.prank(operator);
        registry.setPayout(merchantId, operator);
    }

    function test_refuses_the_owner_of_another_merchant() public {
        uint256 other = register(named("other owner"), payout, FEE_BPS);
        vm.expectRevert(notOwner(other));
        vm.prank(owner);
        registry.setPayout(other, owner);
    }

    function testFuzz_refuses_everyone_but_the_owner(address caller, uint256 id) public {
        vm.assume(caller != owner && caller != address(0));
        vm.expectRevert(notOwner(id));
        vm.prank(caller);
        registry.setPayout(id, caller);
    }
}
