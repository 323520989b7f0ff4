// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

contract SettleGroupTest is PaymentTest {
    function testFuzz_refuses_everyone_but_the_processor(address caller) public {
        vm.assume(caller != address(processor));
        bytes memory items = packed(order(1));
        vm.expectRevert(IPaymentProcessor.OnlySelf.selector);
        vm.prank(caller);
        processor.settleGroup(address(registry), merchantA, address(usdc), relayer, 140, items);
    }
}
