// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {IOperatorRole} from "../../../src/registry/interfaces/IOperatorRole.sol";
import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract CloseTest is RegistryTest {
    function test_stops_payments_at_once() public {
        vm.expectEmit(address(registry));
        emit IMerchantRegistry.MerchantClosed(merchantId);
        close(merchantId);
        vm.assertFalse(isPayable(merchantId), "closed");
        vm.assertEq(statusOf(merchantId), uint256(IMerchantRegistry.Status.Closed), "status");
    }

    function test_ends_the_time_granted_by_a_suspension() public {
        suspend(merchantId, START + 1 days);
        vm.assertTrue(isPayable(merchantId), "suspended");
        close(merchantId);
        vm.assertFalse(isPayable(merchantId), "closed");
    }

    function test_refuses_a_closed_merchant() public {
        close(merchantId);
        vm.expectRevert(badStatus(IMerchantRegistry.Status.Closed));
        vm.prank(operator);
        registry.close(merchantId);
    }

    function test_refuses_an_unknown_merchant() public {
        vm.expectRevert(unknown(9));
        vm.prank(operator);
        registry.close(9);
    }

    function testFuzz_refuses_everyone_but_the_operator(address caller) public {
        vm.assume(caller != operator);
        vm.expectRevert(IOperatorRole.NotOperator.selector);
        vm.prank(caller);
        registry.close(merchantId);
    }
}
