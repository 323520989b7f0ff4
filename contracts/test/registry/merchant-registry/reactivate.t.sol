// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {IOperatorRole} from "../../../src/registry/interfaces/IOperatorRole.sol";
import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract ReactivateTest is RegistryTest {
    function test_makes_a_suspended_merchant_payable_again() public {
        suspend(merchantId, 0);
        vm.assertFalse(isPayable(merchantId), "suspended");
        vm.expectEmit(address(registry));
        emit IMerchantRegistry.MerchantReactivated(merchantId);
        vm.prank(operator);
        registry.reactivate(merchantId);

        vm.assertTrue(isPayable(merchantId), "payable");
        vm.assertEq(registry.get(merchantId).settleUntil, 0, "settle until");
    }

    function test_refuses_an_active_merchant() public {
        vm.expectRevert(badStatus(IMerchantRegistry.Status.Active));
        vm.prank(operator);
        registry.reactivate(merchantId);
    }

    function test_refuses_a_closed_merchant() public {
        close(merchantId);
        vm.expectRevert(badStatus(IMerchantRegistry.Status.Closed));
        vm.prank(operator);
        registry.reactivate(merchantId);
    }

    function test_refuses_an_unknown_merchant() public {
        vm.expectRevert(unknown(9));
        vm.prank(operator);
        registry.reactivate(9);
    }

    function testFuzz_refuses_everyone_but_the_operator(address caller) public {
        suspend(merchantId, 0);
        vm.assume(caller != operator);
        vm.expectRevert(IOperatorRole.NotOperator.selector);
        vm.prank(caller);
        registry.reactivate(merchantId);
    }
}
